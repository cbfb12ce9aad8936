import { createHash } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { PROJECTION_FORMATS, type ProjectionFormat } from "@/server/core/projection/formats";
import { bodyOf, render, sourceOf } from "@/server/core/projection/render";
import type { PassId, PrunePolicy, SessionInput } from "@/server/core/prune/model";
import { plan } from "@/server/core/prune/pipeline";
import { POLICIES } from "@/server/core/prune/policy";
import { safeText } from "@/server/core/redact/safe-text";
import { sessionOfParts } from "@/server/core/replay/session-of-parts";
import { draftRun, MAIN_THREAD, type RunDraft } from "@/server/core/runs/draft";
import { previewLists } from "@/server/core/runs/preview-lists";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { CliFault } from "../fault";
import { AgentCallBook } from "../files/agent-calls";
import { findTranscripts } from "../files/find-transcripts";
import { count, say } from "../output";
import { toFault } from "../upload/api";
import { readTranscript } from "../upload/read-file";
import { type Previewed, previewLines } from "./prune-lines";

export interface LocalPruneOptions {
  readonly preset?: PrunePolicy["preset"];
  readonly passes?: PassId[];
  readonly compact?: boolean;
  readonly thread?: string;
  readonly write?: string;
  readonly format?: ProjectionFormat;
  readonly json?: boolean;
}

/** Changes that are printed, the largest savings first. */
const SHOWN_MOVES = 20;

/**
 * What a run would take out of recorded sessions, under a preset and without a server: nothing leaves this machine, and
 * the transcripts stay as they are. Sub-agents' files belong to their session when they are named too, or lie in its
 * folder. With `write` the pruned window goes to a file, with secrets taken out.
 */
export async function pruneLocally(paths: readonly string[], options: LocalPruneOptions): Promise<void> {
  const sessions = await readSessions(paths);
  if (sessions.size === 0) throw new CliFault(`No transcript was found in ${paths.join(", ")}.`);
  if (options.write !== undefined && sessions.size > 1) {
    throw new CliFault(`${count(sessions.size, "session")} cannot go into one file. Name the transcript of one.`);
  }
  const told = [...sessions].map(([id, parts]) => pruned(id, parts, options));
  if (options.json)
    say.line(
      JSON.stringify(
        told.map(({ session: _, ...one }) => one),
        null,
        2,
      ),
    );
  else for (const one of told) say.line(linesOf(one, options).join("\n"));
  const [only] = told;
  if (options.write !== undefined && only) await write(only, options.write, options);
}

async function readSessions(paths: readonly string[]): Promise<Map<string, SessionPart[]>> {
  const sessions = new Map<string, SessionPart[]>();
  const calls = new AgentCallBook();
  for (const { path, named } of await findTranscripts(paths)) {
    try {
      for await (const { parts } of readTranscript(path, calls, () => undefined)) {
        for (const part of parts) sessions.set(part.header.id, [...(sessions.get(part.header.id) ?? []), part]);
      }
    } catch (error) {
      const { message } = toFault(error);
      if (named) throw new CliFault(`${path}: ${message}`);
      say.warn(`${path}: ${message}`);
    }
  }
  return sessions;
}

interface Pruned extends Previewed {
  readonly id: string;
  readonly preset: PrunePolicy["preset"];
  readonly session: SessionInput;
}

function pruned(id: string, parts: readonly SessionPart[], options: LocalPruneOptions): Pruned {
  const { session, labels } = sessionOfParts(parts, sha256);
  const { policy, draft } = draftOf(session, options);
  const lists = previewLists(session, draft, labels, SHOWN_MOVES);
  return { id, preset: policy.preset, session, totals: draft.totals, threads: [...draft.threads], ...lists };
}

function draftOf(session: SessionInput, options: LocalPruneOptions): { policy: PrunePolicy; draft: RunDraft } {
  const policy = POLICIES[options.preset ?? "strict"];
  const planned = planOf(session, options);
  const asOfMs = session.events.reduce((last, { atMs }) => Math.max(last, atMs), 0);
  const threads = options.thread === undefined ? undefined : [options.thread];
  return {
    policy,
    draft: draftRun(session, planned, { batching: policy.batching, lastCommits: new Map(), asOfMs, threads }),
  };
}

function planOf(session: SessionInput, { preset = "strict", passes, compact }: LocalPruneOptions) {
  return plan(session, POLICIES[preset], { ...(passes && { passes }), ...(compact && { compact }) });
}

function linesOf(seen: Pruned, { write }: LocalPruneOptions): string[] {
  const end =
    write === undefined ? "Nothing was changed: the transcript is only read." : "The transcript is as it was.";
  return previewLines(`${seen.session.client} session ${seen.id}, preset ${seen.preset}`, seen, end);
}

async function write({ session }: Pruned, file: string, options: LocalPruneOptions): Promise<void> {
  const { format = PROJECTION_FORMATS[1], thread = MAIN_THREAD } = options;
  const body = bodyOf(render(sourceOf(session, planOf(session, options), thread), thread, format));
  const text = typeof body === "string" ? body : `${JSON.stringify(body, null, 2)}\n`;
  await writeFile(file, safeText(text), { mode: 0o600 });
  say.note(`The pruned window is in ${file}.`);
}

function sha256(text: string): string {
  return createHash("sha256").update(text).digest("base64");
}
