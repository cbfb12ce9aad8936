import { createInterface, type ReadLineOptions } from "node:readline/promises";

/**
 * One line that a person types; null when they end it with Ctrl-C or Ctrl-D. Node's own question fails then, as if it were
 * a fault of the command, and when the input ends it never settles.
 */
export async function askPerson(
  question: string,
  pipes: ReadLineOptions = { input: process.stdin, output: process.stderr },
): Promise<string | null> {
  const terminal = createInterface(pipes);
  const closed = new Promise<null>((resolve) => terminal.once("close", () => resolve(null)));
  try {
    return await Promise.race([terminal.question(question).catch(() => null), closed]);
  } finally {
    terminal.close();
  }
}
