// Sends this session to Context Steward. Written by: steward connect pi
import { spawn } from "node:child_process";

const COMMAND: string[] = ["steward"];

interface Context {
  sessionManager: { getSessionFile(): string | undefined };
}
interface Pi {
  on(event: string, handler: (event: unknown, context: Context) => void): void;
}

/** Detached and silent: pi never waits for it, and it outlives pi's end. */
function send(context: Context): void {
  const file = context.sessionManager.getSessionFile();
  if (!file) return;
  const [program = "", ...before] = COMMAND;
  const child = spawn(program, [...before, "import", file, "--wait", "0"], {
    detached: true,
    stdio: "ignore",
    windowsHide: true,
  });
  child.on("error", () => undefined);
  child.unref();
}

// biome-ignore lint/style/noDefaultExport: pi loads the default export.
export default function contextSteward(pi: Pi): void {
  for (const event of ["agent_end", "session_compact", "session_shutdown"]) {
    pi.on(event, (_event, context) => send(context));
  }
}
