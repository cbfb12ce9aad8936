import { main } from "./main";

/** What the command loads only when it is needed: all but its hooks. */

export async function runCommand(): Promise<void> {
  await main();
}
