// The server of the end-to-end tests: the production build on the data folder E2E_DATA, which goes away with it.
import { spawn } from "node:child_process";
import { existsSync, mkdirSync, rmSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/steps.mjs";

const launcher = path.join(root, "dist/launcher.mjs");
if (!existsSync(launcher)) {
  console.error("There is no build yet. Run: npm run build");
  process.exit(1);
}
const data = process.env.E2E_DATA;
if (!data) {
  console.error("E2E_DATA must name an empty folder for the server's data; playwright.config.ts sets it.");
  process.exit(1);
}

if (existsSync(data) && !path.basename(data).startsWith("steward-e2e-")) {
  console.error(`${data} exists. E2E_DATA is emptied, so it must be new, or be named steward-e2e-…`);
  process.exit(1);
}
// A name may be left over from a killed run. Others may enter: as root, Postgres runs as another user.
rmSync(data, { recursive: true, force: true });
mkdirSync(data, { mode: 0o755 });

// Always the embedded database: tests must not write into one that somebody named for other ends.
const { DATABASE_URL: _, ...outer } = process.env;
// The local key goes to the data folder too, not among the settings of whoever runs the tests.
const env = { ...outer, XDG_CONFIG_HOME: path.join(data, "config") };
const child = spawn(process.execPath, [launcher, ...process.argv.slice(2), "--data", data], { stdio: "inherit", env });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => {
  rmSync(data, { recursive: true, force: true });
  process.exit(code ?? 1);
});
