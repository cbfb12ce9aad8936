/** The real launcher with small programs in place of the production build: `<end-with-parent bundle> <launcher options>`. */
import path from "node:path";
import { launch } from "../launch";
import { readOptions } from "../options";
import { terminalReport } from "../report";

const [endWithParent = "", ...args] = process.argv.slice(2);
const here = (name: string) => path.join(import.meta.dirname, name);
const programs = { web: here("web.mjs"), worker: here("worker.mjs"), firstRun: here("first-run.mjs"), endWithParent };
const report = terminalReport();

const onStopper = (stop: () => Promise<void>) => {
  process.on("SIGTERM", () => void stop().then(() => process.exit(0)));
};
launch({ ...readOptions(args), programs, report, onStopper }).catch((error: unknown) => {
  report.fail(error);
  process.exit(1);
});
