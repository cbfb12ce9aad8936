import type { SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";
import { answeredQuestions } from "./answered-questions";
import { acceptedProposal, approvedPlan } from "./approved-plans";
import type { DecisionDraft, Finding } from "./draft";
import { recordedDecisions, writtenDecisions } from "./recorded-decisions";
import { talkedDecisions } from "./talked-decisions";

/**
 * Decisions that a session shows, in its order: answered questions, approved plans, decisions recorded with a tool or
 * in a decision file, decisions written down as such. Events that a rewind took back and helpers' threads decide
 * nothing. The same decision told twice is one draft, at its first place.
 */
export function findDrafts(session: SessionInput, nativeId: string): DecisionDraft[] {
  const entries = timelineOf(session).entries.filter((entry) => entry.visible && !entry.thread.auxiliary);
  const prompts = nextPrompts(entries);
  const seen = new Set<string>();
  const drafts: DecisionDraft[] = [];
  for (const entry of entries) {
    for (const found of findingsOf(entry, prompts.get(entry) ?? null)) {
      const same = sameness(found);
      if (seen.has(same)) continue;
      seen.add(same);
      drafts.push(toDraft(session, nativeId, found));
    }
  }
  return drafts;
}

function findingsOf(entry: Entry, nextPrompt: Entry | null): Finding[] {
  return [
    ...answeredQuestions(entry),
    ...approvedPlan(entry),
    ...acceptedProposal(entry, nextPrompt),
    ...talkedDecisions(entry, nextPrompt),
    ...recordedDecisions(entry),
    ...writtenDecisions(entry),
  ];
}

/** For each message that proposes a plan or ends its turn, the prompt that follows it in its thread. */
function nextPrompts(entries: readonly Entry[]): Map<Entry, Entry> {
  const open = new Map<string, OpenMessages>();
  const next = new Map<Entry, Entry>();
  for (const entry of entries) {
    const messages = open.get(entry.event.thread) ?? { proposal: null, last: null };
    if (entry.event.kind === "user_prompt") {
      for (const asking of [messages.proposal, messages.last]) if (asking) next.set(asking, entry);
    }
    open.set(entry.event.thread, after(messages, entry));
  }
  return next;
}

interface OpenMessages {
  /** The last message that proposed a plan. */
  readonly proposal: Entry | null;
  /** What was said last, with nothing done since. */
  readonly last: Entry | null;
}

function after(messages: OpenMessages, entry: Entry): OpenMessages {
  const { kind, text } = entry.event;
  if (kind === "user_prompt") return { proposal: null, last: null };
  if (kind === "tool_call") return { ...messages, last: null };
  if (kind !== "assistant_message") return messages;
  return { proposal: text.includes("<proposed_plan>") ? entry : messages.proposal, last: entry };
}

function sameness({ title, decision }: Finding): string {
  return `${title}\n${decision}`.toLowerCase().replace(/\s+/g, " ");
}

function toDraft(session: SessionInput, nativeId: string, found: Finding): DecisionDraft {
  const { entry, part, ...told } = found;
  const place = `${session.client}:${nativeId}:${entry.event.ref}`;
  return {
    ...told,
    sourceKey: part === null ? place : `${place}:${part}`,
    agent: entry.agent,
    atMs: entry.event.atMs,
  };
}
