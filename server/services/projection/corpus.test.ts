import { closeSync, openSync, readdirSync, readSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, expect, it } from "vitest";
import { PROJECTION_FORMATS } from "@/server/core/projection/formats";
import { bodyOf, render, sourceOf } from "@/server/core/projection/render";
import type { Problem } from "@/server/core/projection/validate/problem";
import { validate } from "@/server/core/projection/validate/validate";
import type { SessionInput, SessionRequest } from "@/server/core/prune/model";
import { plan } from "@/server/core/prune/pipeline";
import { POLICIES } from "@/server/core/prune/policy";
import { checkClaim } from "@/server/core/transcripts/detect";
import { readTranscript } from "../memory/testing/read-transcript";

/**
 * Real sessions are no part of the project: this test runs where STEWARD_CORPUS names a folder of them. At each
 * recorded model request the projection is planned and rendered from what was known then, under every preset and once
 * with ranges summarized, and checked in every format. Sessions of up to 40 requests are checked at every request,
 * longer ones at 40 that lie evenly between first and last; STEWARD_CORPUS_EVERY=1 checks every request of all, which
 * takes about half an hour.
 */
const corpus = process.env["STEWARD_CORPUS"];
const everyRequest = process.env["STEWARD_CORPUS_EVERY"] === "1";
const CHECKED_REQUESTS = 40;
const MINUTE_MS = 60_000;

if (!corpus) console.log("Skipped the projections of real sessions: set STEWARD_CORPUS to a folder of transcripts.");

describe.skipIf(!corpus)("projections of real sessions", () => {
  const transcripts = corpus ? readable(corpus) : [];

  it.each(transcripts.map((files) => ({ name: basename(files[0] ?? ""), files })))(
    "$name is valid at every checked request",
    ({ files }) => {
      for (const { nativeId, input } of readTranscript(files)) {
        for (const request of checkedRequests(input)) {
          const known = knownAt(input, request);
          const problems = problemsOf(known, request.thread);
          expect(problems, `${nativeId} at ${request.id}`).toEqual([]);
        }
        for (const { key } of input.threads) expect(problemsOf(input, key), `${nativeId} at its end`).toEqual([]);
      }
    },
    everyRequest ? 60 * MINUTE_MS : 2 * MINUTE_MS,
  );

  it("finds sessions to check", () => {
    expect(transcripts.length).toBeGreaterThan(0);
  });
});

/** Transcripts that a parser of this version reads, each with the files of its sub-agents. */
function readable(folder: string): string[][] {
  const all = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj|md)$/.test(entry.name) && entry.name !== "README.md")
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const mains = all.filter((file) => !file.includes("/subagents/") && isSupported(file));
  return mains.map((main) => [
    main,
    ...all.filter((file) => file.startsWith(`${main.replace(/\.[^.]+$/, "")}/subagents/`)),
  ]);
}

function isSupported(file: string): boolean {
  return checkClaim(null, firstBytes(file), file).ok;
}

function firstBytes(file: string): Uint8Array {
  const bytes = new Uint8Array(65_536);
  const handle = openSync(file, "r");
  try {
    return bytes.subarray(0, readSync(handle, bytes));
  } finally {
    closeSync(handle);
  }
}

function checkedRequests(input: SessionInput): SessionRequest[] {
  const requests = [...input.requests].sort((a, b) => a.atMs - b.atMs || a.seq - b.seq);
  if (everyRequest || requests.length <= CHECKED_REQUESTS) return requests;
  const step = (requests.length - 1) / (CHECKED_REQUESTS - 1);
  return Array.from({ length: CHECKED_REQUESTS }, (_, at) => requests[Math.round(at * step)]).filter(
    (request) => request !== undefined,
  );
}

/** The session as a server knew it when the request was made. */
function knownAt(input: SessionInput, { thread, seq, atMs }: SessionRequest): SessionInput {
  const isKnown = (one: { readonly thread: string; readonly seq: number; readonly atMs?: number }) =>
    one.thread === thread ? one.seq < seq : (one.atMs ?? 0) <= atMs;
  return {
    ...input,
    events: input.events.filter(isKnown),
    requests: input.requests.filter(isKnown),
    boundaries: input.boundaries.filter(isKnown),
    marks: input.marks.filter((mark) => mark.thread === thread && mark.seq < seq),
  };
}

function problemsOf(input: SessionInput, thread: string): Problem[] {
  const plans = [
    ...Object.values(POLICIES).map((policy) => plan(input, policy)),
    plan(input, POLICIES.strict, { compact: true }),
  ];
  return plans.flatMap((planned) => {
    const source = sourceOf(input, planned, thread);
    return PROJECTION_FORMATS.flatMap((format) => validate(bodyOf(render(source, thread, format)), format));
  });
}
