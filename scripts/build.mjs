// The production build: Next's standalone server, and one bundle for each program that runs beside it.
import { cpSync, existsSync, rmSync } from "node:fs";
import path from "node:path";
import { build } from "esbuild";
import { bundleSteward } from "./lib/bundle-steward.mjs";
import { PROGRAM_BUNDLE } from "./lib/program-bundle.mjs";
import { binOf, fail, root, run, StepError, step } from "./lib/steps.mjs";

/** Programs and their entries; one whose entry is not there is left out, with a message. */
const BUNDLES = [
  { out: "launcher.mjs", entry: "server/launcher/main.ts" },
  { out: "end-with-parent.mjs", entry: "server/launcher/end-with-parent.ts" },
  { out: "first-run.mjs", entry: "server/launcher/first-run-process.ts" },
  { out: "worker.mjs", entry: "server/jobs/worker.ts" },
  { out: "admin.mjs", entry: "server/launcher/admin.ts" },
  { out: "backup.mjs", entry: "server/launcher/backup.ts" },
];

async function buildWeb() {
  const out = path.join(root, ".next/standalone");
  // What an earlier build left would be served along with the new one.
  rmSync(out, { recursive: true, force: true });
  await run(process.execPath, [binOf("next"), "build"], {
    logFile: path.join(root, "dist/logs/next-build.log"),
    env: { NEXT_TELEMETRY_DISABLED: "1", NODE_ENV: "production" },
  });
  // The standalone server serves both but does not bring them along.
  cpSync(path.join(root, ".next/static"), path.join(out, ".next/static"), { recursive: true });
  if (existsSync(path.join(root, "public")))
    cpSync(path.join(root, "public"), path.join(out, "public"), { recursive: true });
}

async function buildPrograms() {
  const steward = path.join(root, "dist/steward.mjs");
  await bundleSteward(steward).catch((error) => {
    throw new StepError(`Bundling cli/entry.ts failed:\n${error.message}`);
  });
  // The web server hands it out (server/http/product-files.ts looks there), also where only its folder was deployed.
  const web = path.join(root, ".next/standalone");
  if (existsSync(web)) cpSync(steward, path.join(web, "install/steward.mjs"));
  for (const { out, entry } of BUNDLES) {
    if (!existsSync(path.join(root, entry))) {
      console.log(`  (no ${entry}: dist/${out} is left out)`);
      continue;
    }
    const outfile = path.join(root, "dist", out);
    await build({
      ...PROGRAM_BUNDLE,
      entryPoints: [path.join(root, entry)],
      outfile,
      sourcemap: "linked",
    }).catch((error) => {
      throw new StepError(`Bundling ${entry} failed:\n${error.message}`);
    });
  }
}

try {
  const only = process.argv[2];
  if (only !== "--programs") await step("web (next build)", buildWeb);
  await step("launcher, worker, command line", buildPrograms);
} catch (error) {
  fail(error);
}
