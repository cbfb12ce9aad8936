import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";

const PROGRAM = path.resolve("dist/steward.mjs");

export type Ran = { code: number | null; out: string; err: string };

/** The `steward` command of the build, as its user runs it; its settings stay in `settings`. */
export function steward(args: readonly string[], settings: string, input = ""): Promise<Ran> {
  if (!existsSync(PROGRAM)) throw new Error("There is no build of the command yet. Run: npm run build");
  const { STEWARD_KEY: _, STEWARD_SERVER: __, ...outer } = process.env;
  const child = spawn(process.execPath, [PROGRAM, ...args], {
    cwd: settings,
    env: {
      ...outer,
      XDG_CONFIG_HOME: settings,
      XDG_STATE_HOME: path.join(settings, "state"),
      HOME: settings,
      NO_COLOR: "1",
    },
  });
  child.stdin.end(input);
  const ran: Ran = { code: null, out: "", err: "" };
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    ran.out += text;
  });
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    ran.err += text;
  });
  return new Promise((resolve, reject) => {
    child.once("error", reject);
    child.once("close", (code) => resolve({ ...ran, code }));
  });
}
