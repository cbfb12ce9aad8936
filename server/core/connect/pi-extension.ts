import type { StewardProgram } from "./program";

/** What the extension imports; this floor itself imports nothing of Node. */
const PROCESSES = "node:child_process";

/**
 * The extension of pi: it sends the session's file after each answer and at the end. pi loads TypeScript as it stands;
 * the types are its own, so that the file needs nothing installed beside it.
 */
export function piExtension({ program, args }: StewardProgram): string {
  return `// Sends this session to Context Steward. Written by: steward connect pi
import { spawn } from ${JSON.stringify(PROCESSES)};

const COMMAND: string[] = ${JSON.stringify([program, ...args])};

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
`;
}
