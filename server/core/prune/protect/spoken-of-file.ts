import type { ToolClass } from "../../events/kinds";
import { mentionsOf } from "../mentions";
import { pathsOf } from "../paths-of";
import type { Protection } from "../rule";
import type { Entry, Timeline } from "../timeline";
import { counted } from "./tail";

const READS: ReadonlySet<ToolClass> = new Set(["source_read", "doc_read"]);

/**
 * A whole file that a prompt named, and one that was spoken of since it was read and that nobody has edited yet, wait
 * longer than a part of a file or a file in passing: who explores first edits such a file long after, and then needs
 * its lines. Of several reads of a file the latest counts. Delays only.
 */
export const spokenOfFile: Protection = {
  id: "protect.spoken-of-file",
  strength: "delays",
  begin(timeline, policy) {
    const { edited, latest } = filesOf(timeline);
    const mentions = mentionsOf(timeline);
    const { tokens, turns } = policy.spokenOf;
    return (entry) => {
      const { target } = entry.event;
      if (target === null || !isWholeRead(entry) || latest.get(fileKey(entry, target)) !== entry) return null;
      if (entry.ageTokens >= tokens && entry.ageTurns >= turns) return null;
      const name = target.slice(target.lastIndexOf("/") + 1);
      const isSpokenOf = mentions.lastUse(name) > entry.order && !edited.has(fileKey(entry, target));
      if (!mentions.isPrompted(name) && !isSpokenOf) return null;
      return {
        reason: `${target} was read as a whole and spoken of; such reads wait until ${counted(tokens, "token")} and ${counted(turns, "request")} have passed.`,
        pattern: null,
        evidence: [],
        isAge: true,
      };
    };
  },
};

function isWholeRead({ event, inContext }: Entry): boolean {
  return inContext && event.kind === "tool_result" && event.range === null && READS.has(event.toolClass ?? "other");
}

function filesOf(timeline: Timeline): { edited: ReadonlySet<string>; latest: ReadonlyMap<string, Entry> } {
  const edited = new Set<string>();
  const latest = new Map<string, Entry>();
  for (const entry of timeline.entries) {
    const { kind, mutates, target } = entry.event;
    if (kind === "tool_call" && mutates) for (const path of pathsOf(entry)) edited.add(fileKey(entry, path));
    if (target !== null && isWholeRead(entry)) latest.set(fileKey(entry, target), entry);
  }
  return { edited, latest };
}

function fileKey({ context }: Entry, path: string): string {
  return `${context.id}\n${path}`;
}
