/** The process that first-run.ts starts: its input is one argument, its answers go over the channel to the launcher. */
import { z } from "zod";
import { loadDemo } from "@/prisma/demo/load-demo";
import { buildDeps } from "@/server/http/deps";
import { firstRun } from "@/server/services/setup/first-run";
import { errorMessage } from "./errors";
import { FirstRunInput, type FirstRunMessage } from "./first-run";

/** Resolves when the message is on its way, so that ending the process cannot cut it off. */
function tell(message: FirstRunMessage): Promise<void> {
  return new Promise((resolve) => {
    if (process.send) process.send(message, undefined, {}, () => resolve());
    else resolve();
  });
}

const parsed = z
  .string()
  .transform((text) => FirstRunInput.parse(JSON.parse(text)))
  .parse(process.argv[2]);
const deps = buildDeps("first-run");
process.once("disconnect", () => process.exit(1)); // The launcher is gone; the next start does what is missing.
try {
  const result = await firstRun(deps, { ...parsed, loadDemo, onProgress: (progress) => void tell({ progress }) });
  await tell({ result });
} catch (error) {
  deps.log.error({ error: error instanceof Error ? error.stack : String(error) }, "the first-run setup failed");
  await tell({ failure: errorMessage(error) });
} finally {
  await deps.db.close();
  process.exit();
}
