// npm run bench -- <name> [flags]: runs bench/<name>.ts, which prints a table and, as its last line, one JSON object.
import { spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { root } from "./lib/steps.mjs";

const [name, ...flags] = process.argv.slice(2);
const folder = path.join(root, "bench");
const names = existsSync(folder)
  ? readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isFile() && /^[a-z-]+\.ts$/.test(entry.name))
      .map((entry) => entry.name.slice(0, -3))
  : [];

if (!name || !names.includes(name)) {
  console.error(
    `${name ? `There is no bench ${name}. ` : ""}Usage: npm run bench -- <name> [flags]\nBenches: ${names.join(", ")}`,
  );
  process.exit(1);
}

const args = ["--import", "tsx", path.join(folder, `${name}.ts`), ...flags];
const child = spawn(process.execPath, args, { cwd: root, stdio: "inherit" });
for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => child.kill(signal));
child.once("exit", (code) => process.exit(code ?? 1));
