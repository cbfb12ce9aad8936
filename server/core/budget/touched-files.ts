import type { ToolClass } from "../events/kinds";
import { relativePath } from "../handoffs/changes";
import type { Plan, PrunePolicy, SessionInput } from "../prune/model";
import { changesFiles } from "../prune/mutations";
import { protectionsOf } from "../prune/protect/order";
import { FindingBoard } from "../prune/rule";
import { type Entry, timelineOf } from "../prune/timeline";

/** A file that the session read or changed. */
export interface TouchedFile {
  /** Relative to the session's folder when it lies inside. */
  readonly path: string;
  readonly isChanged: boolean;
  /** Being worked on: edited lately, in the reported diff, or named by the last prompts. */
  readonly isActive: boolean;
  /** Calls that worked on it. */
  readonly uses: number;
  /** The main thread's turn in which it was last used. */
  readonly lastTurn: number;
  /** What the plan leaves of its latest read or change. */
  readonly keptTokens: number;
}

const FILE_TOOLS: ReadonlySet<ToolClass | null> = new Set([
  "source_read",
  "doc_read",
  "dependency_read",
  "edit",
  "write",
]);

/** Files of the visible branch by path, in the order of their first use; sub-agents' included, internal helpers' not. */
export function touchedFiles(
  session: SessionInput,
  plan: Plan,
  policy: PrunePolicy,
  root: string | null,
): Map<string, TouchedFile> {
  const timeline = timelineOf(session);
  const isActive = activeTest(session, policy);
  const kept = new Map(plan.verdicts.map(({ ref, tokensAfter }) => [ref, tokensAfter]));
  const files = new Map<string, TouchedFile>();
  let mainTurn = 0;
  for (const entry of timeline.entries) {
    if (entry.event.thread === "main") mainTurn = entry.turn;
    if (!entry.visible || entry.thread.auxiliary || !FILE_TOOLS.has(entry.event.toolClass)) continue;
    const tokens = kept.get(entry.event.ref) ?? entry.event.tokens;
    for (const given of entry.event.paths) {
      const path = relativePath(given, root);
      files.set(path, merged(files.get(path), { path, entry, tokens, mainTurn, isActive: isActive(entry) }));
    }
  }
  return files;
}

interface Use {
  readonly path: string;
  readonly entry: Entry;
  readonly tokens: number;
  readonly mainTurn: number;
  readonly isActive: boolean;
}

function merged(known: TouchedFile | undefined, { path, entry, tokens, mainTurn, isActive }: Use): TouchedFile {
  const isCall = entry.event.kind === "tool_call";
  return {
    path,
    isChanged: (known?.isChanged ?? false) || changesFiles(entry),
    isActive: (known?.isActive ?? false) || isActive,
    uses: (known?.uses ?? 0) + (isCall ? 1 : 0),
    lastTurn: mainTurn,
    keptTokens: isCall ? (known?.keptTokens ?? 0) : tokens,
  };
}

/** The same test that keeps current files from being compressed. */
function activeTest(session: SessionInput, policy: PrunePolicy): (entry: Entry) => boolean {
  const protection = protectionsOf(session).find(({ id }) => id === "protect.current-files");
  const guard = protection?.begin(timelineOf(session), policy, new FindingBoard());
  return (entry) => guard !== undefined && guard(entry) !== null;
}
