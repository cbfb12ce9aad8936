import { RESOLVABLE_KINDS } from "../events/kinds";
import { estimateTokens } from "../events/tokens";
import type { PrunePolicy, Residency, SessionEvent, SessionInput } from "../prune/model";
import { renderAbsent } from "../prune/projection";
import { type Entry, timelineOf } from "../prune/timeline";
import { type SafeText, safeText } from "../redact/safe-text";
import type { Availability, Rejection } from "./answer";
import { type Hold, holdsOf } from "./holds";
import { type Named, nameTargets } from "./name-targets";

/** Who asks: a person in the browser, or an agent with a key. */
export type Asker = "person" | "agent";

export interface ArchiveTarget {
  readonly ref: string;
  /** What the model sees instead; without it only the marker stays. */
  readonly retained?: string | undefined;
}

export interface ArchiveRequest {
  readonly asker: Asker;
  readonly targets: readonly ArchiveTarget[];
  /** A person may archive against a protection; an agent's is not heard. */
  readonly force: boolean;
}

/** One change of what the model sees of an event, ready to be stored. */
export interface PlannedTransition {
  readonly entryId: string;
  readonly from: Residency;
  readonly to: Residency;
  readonly retained: SafeText | null;
  readonly reason: SafeText;
}

export type Judgement =
  | {
      readonly ok: true;
      readonly transitions: readonly PlannedTransition[];
      readonly availability?: Readonly<Record<string, Availability>>;
    }
  | { readonly ok: false; readonly rejected: readonly Rejection[] };

const RESOLVABLE: ReadonlySet<string> = new Set(RESOLVABLE_KINDS);

/** Judges every target of an archive. All or nothing: one that is wrong leaves everything as it is. */
export function judgeArchive(session: SessionInput, policy: PrunePolicy, request: ArchiveRequest): Judgement {
  const named = nameTargets(request.targets, timelineOf(session).byRef);
  const judge = new ArchiveJudge(session, request, holdsOf(session, policy, "request"));
  const rejected: Rejection[] = [];
  const transitions: PlannedTransition[] = [];
  for (const one of named) {
    const verdict = "rejection" in one ? one.rejection : judge.judge(one);
    if ("entryId" in verdict) transitions.push(verdict);
    else rejected.push(verdict);
  }
  return rejected.length > 0 ? { ok: false, rejected } : { ok: true, transitions };
}

class ArchiveJudge {
  constructor(
    private readonly session: SessionInput,
    private readonly request: ArchiveRequest,
    private readonly holdOf: (entry: Entry) => Hold | null,
  ) {}

  judge({ target, entry, ref }: Named<ArchiveTarget, Entry>): PlannedTransition | Rejection {
    const stopped = this.unresolvable(entry, ref) ?? this.hidden(entry, ref);
    if (stopped !== null) return stopped;
    const hold = this.holdOf(entry);
    if (hold !== null && !this.mayForce()) return this.held(hold, ref);
    return this.transition(target, entry, ref, hold);
  }

  private mayForce(): boolean {
    return this.request.force && this.request.asker === "person";
  }

  private unresolvable(entry: Entry, ref: string): Rejection | null {
    const { event, thread } = entry;
    if (!RESOLVABLE.has(event.kind)) {
      const message = `${ref} is a ${event.kind.replace("_", " ")}: only ${[...RESOLVABLE].join(", ")} can be archived.`;
      return { ref, reason: "not_resolvable", message };
    }
    if (thread.auxiliary) {
      const message = `${ref} stands in the window of a helper that nobody prunes.`;
      return { ref, reason: "not_resolvable", message };
    }
    return null;
  }

  private hidden({ inContext, visible }: Entry, ref: string): Rejection | null {
    if (inContext) return null;
    const gone = visible
      ? `${ref} left the window with a compaction or clear`
      : `${ref} is not on the visible branch: a rewind took it off`;
    if (this.request.asker === "agent") {
      return { ref, reason: "not_shown", message: `${gone}. Archive only what your context shows now.` };
    }
    return { ref, reason: "history_only", message: `${gone}; it is history, and there is nothing to archive.` };
  }

  private held(hold: Hold, ref: string): Rejection {
    return {
      ref,
      reason: hold.reason,
      message: `${ref} is kept by ${nameOf(hold)}: ${asSentence(hold.why)} ${this.remedyFor(hold)}`,
    };
  }

  private remedyFor({ reason }: Hold): string {
    if (this.request.asker === "person") return "Send force: true to archive it all the same.";
    if (reason === "in_flight") return "When you are done with it, say so with context.ack and archive it then.";
    return "Leave it in full; only a person may archive it.";
  }

  private transition(
    { retained }: ArchiveTarget,
    { event }: Entry,
    ref: string,
    hold: Hold | null,
  ): PlannedTransition | Rejection {
    const standing = this.session.standings.get(event.ref);
    const from = standing?.residency ?? "full";
    const against = hold === null ? "" : `, against ${nameOf(hold)}`;
    if (retained === undefined) {
      if (from === "reference") return archivedAlready(ref);
      const reason = safeText(`Archived on request, only the marker stays${against}.`);
      return { entryId: event.ref, from, to: "reference", retained: null, reason };
    }
    const kept = safeText(retained.trim());
    if (from === "reference" || (from === "retained" && standing?.retained === kept)) return archivedAlready(ref);
    const reason = safeText(`Archived on request, with its meaning kept${against}.`);
    return wrongMeaning(event, kept, ref) ?? { entryId: event.ref, from, to: "retained", retained: kept, reason };
  }
}

/** A pin's own reason may end as it likes. */
function asSentence(why: string): string {
  return /[.!?]$/.test(why) ? why : `${why}.`;
}

function nameOf({ protection, pattern }: Hold): string {
  return pattern === null ? protection : `${protection}, pattern ${pattern}`;
}

function archivedAlready(ref: string): Rejection {
  return { ref, reason: "already_archived", message: `${ref} is archived already; nothing is left to do.` };
}

/** A kept meaning that says nothing, or that is longer than what it replaces, marker included. */
function wrongMeaning({ ref: entryId, tokens }: SessionEvent, kept: SafeText, ref: string): Rejection | null {
  if (kept === "") {
    const message = `${ref} comes with an empty kept meaning: write it, or leave "retained" out for the marker alone.`;
    return { ref, reason: "retained_empty", message };
  }
  const left = estimateTokens(renderAbsent(entryId, "retained", kept, null));
  if (left < tokens) return null;
  const message = `${ref} has ${tokens} tokens and its kept meaning ${left} with the marker: make it shorter, or leave the result in full.`;
  return { ref, reason: "retained_too_long", message };
}
