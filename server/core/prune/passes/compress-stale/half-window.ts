import type { AgeWindow, PrunePolicy } from "../../model";
import { resultClass } from "../../protect/tail";
import type { Entry } from "../../timeline";

/** A second signal beside distance: half of the class's window is distance enough. */
export function halfWindow(policy: PrunePolicy, entry: Entry): AgeWindow {
  const { tokens, turns } = policy.tail[resultClass(entry.event)];
  return { tokens: Math.ceil(tokens / 2), turns: Math.ceil(turns / 2) };
}
