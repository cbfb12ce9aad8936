import { askPerson } from "../ask";
import { CliFault } from "../fault";

export interface DecideOptions {
  readonly dryRun?: boolean;
  readonly yes?: boolean;
  readonly json?: boolean;
}

/** Whether to write: not in a dry run, and only after a yes. @throws CliFault when nobody is there to give it. */
export async function decide(
  { dryRun, yes, json }: DecideOptions,
  isChanged: boolean,
  question: string,
): Promise<boolean> {
  if (dryRun) return false;
  if (yes || !isChanged) return true;
  if (json || !process.stdin.isTTY)
    throw new CliFault("Nobody can be asked here. Add --yes to write, or --dry-run to look.");
  const answer = (await askPerson(`${question} [y/N] `)) ?? "";
  return /^y(es)?$/i.test(answer.trim());
}
