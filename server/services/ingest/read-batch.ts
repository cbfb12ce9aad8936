import { z } from "zod";
import {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  SessionHeader,
  ThreadInfo,
  WorkspaceMark,
} from "@/server/core/events/ingest-batch";
import { CONTRACT_VERSION, MAX_EVENTS_PER_BATCH, MAX_TEXT_BYTES } from "@/server/core/events/limits";
import type { CheckedEvent } from "@/server/core/events/prepare";
import { fail, ok, type Result } from "@/server/core/result";

/** A batch as it arrived: JSON, nothing checked yet. */
export interface RawBatch {
  readonly session: unknown;
  readonly threads?: readonly unknown[];
  readonly events?: readonly unknown[];
  readonly requests?: readonly unknown[];
  readonly boundaries?: readonly unknown[];
  readonly marks?: readonly unknown[];
}

export type RejectCode = "invalid" | "too_large";

/** Why one entry was not taken; the others of its batch were. */
export interface Problem {
  readonly code: RejectCode;
  /** Path in the batch, such as `events[3].kind`. */
  readonly field: string;
  readonly message: string;
}

export interface RejectedEvent extends Problem {
  readonly index: number;
  readonly id: string | null;
}

export interface AcceptedEvent {
  readonly index: number;
  readonly event: CheckedEvent;
}

export interface CheckedBatch {
  readonly header: SessionHeader;
  readonly events: readonly AcceptedEvent[];
  readonly rejected: readonly RejectedEvent[];
  readonly threads: readonly ThreadInfo[];
  readonly requests: readonly ModelRequestInfo[];
  readonly boundaries: readonly BoundaryInfo[];
  readonly marks: readonly WorkspaceMark[];
  /** Entries beside events that were not taken. */
  readonly problems: readonly Problem[];
}

/** Walking `input` again would cost more than all other checks: it is JSON already, since the body was. */
const EventShape = IngestEvent.extend({ input: z.unknown().optional() });

/**
 * Checks a batch: the header must be right as a whole, every other entry is judged by itself.
 * Fails with `unsupported_version` for a newer contract, `too_large` for too many entries, `bad_request` for the header.
 */
export function readBatch(raw: RawBatch): Result<CheckedBatch> {
  const header = readHeader(raw.session);
  if (!header.ok) return header;
  const crowd = refuseCrowd(raw);
  if (crowd) return crowd;
  const problems: Problem[] = [];
  const { events, rejected } = readEvents(raw.events ?? []);
  return ok({
    header: header.value,
    events,
    rejected,
    threads: readList("threads", ThreadInfo, raw.threads, problems),
    requests: readList("requests", ModelRequestInfo, raw.requests, problems),
    boundaries: readList("boundaries", BoundaryInfo, raw.boundaries, problems),
    marks: readList("marks", WorkspaceMark, raw.marks, problems),
    problems,
  });
}

const Contract = z.looseObject({ contract: z.int().positive() });

export function readHeader(session: unknown): Result<SessionHeader> {
  const told = Contract.safeParse(session);
  if (told.success && told.data.contract > CONTRACT_VERSION) {
    return fail(
      "unsupported_version",
      `Contract version ${told.data.contract} is not known here; this server speaks version ${CONTRACT_VERSION}. ` +
        `Update the server, or send contract: ${CONTRACT_VERSION}.`,
      { field: "session.contract" },
    );
  }
  const parsed = SessionHeader.safeParse(session);
  if (parsed.success) return ok(parsed.data);
  const { field, message } = firstIssue(parsed.error, "session");
  return fail("bad_request", `${field}: ${message}`, { field });
}

const BESIDE_EVENTS = ["threads", "requests", "boundaries", "marks"] as const;

function refuseCrowd(raw: RawBatch): Result<never> | null {
  for (const name of ["events", ...BESIDE_EVENTS] as const) {
    const count = raw[name]?.length ?? 0;
    if (count > MAX_EVENTS_PER_BATCH) {
      return fail(
        "too_large",
        `Batch has ${inWords(count)} ${name}; send at most ${inWords(MAX_EVENTS_PER_BATCH)} at once.`,
        {
          field: name,
        },
      );
    }
  }
  return null;
}

function readEvents(raw: readonly unknown[]): { events: AcceptedEvent[]; rejected: RejectedEvent[] } {
  const events: AcceptedEvent[] = [];
  const rejected: RejectedEvent[] = [];
  for (const [index, entry] of raw.entries()) {
    const parsed = EventShape.safeParse(entry);
    const problem = parsed.success ? refuseValues(parsed.data, index) : invalid(parsed.error, `events[${index}]`);
    if (problem || !parsed.success) rejected.push({ index, id: idOf(entry), ...(problem ?? unreadable(index)) });
    else events.push({ index, event: parsed.data });
  }
  return { events, rejected };
}

/** Windows reports exit codes as unsigned numbers; anything wider is none. */
const MAX_EXIT_CODE = 2 ** 32 - 1;
const MIN_EXIT_CODE = -(2 ** 31);
const BYTES_PER_CHARACTER_AT_MOST = 3;

function refuseValues({ text, exitCode }: CheckedEvent, index: number): Problem | null {
  if (exitCode !== undefined && (exitCode > MAX_EXIT_CODE || exitCode < MIN_EXIT_CODE)) {
    const message = `${exitCode} is no exit code. Send a number of 32 bits, or leave it out.`;
    return { code: "invalid", field: `events[${index}].exitCode`, message };
  }
  const mayBeTooLarge = text.length * BYTES_PER_CHARACTER_AT_MOST > MAX_TEXT_BYTES;
  return mayBeTooLarge ? refuseBytes(Buffer.byteLength(text), `events[${index}].text`) : null;
}

/** Also asked of the text that was made from `input`. */
export function refuseBytes(bytes: number, field: string): Problem | null {
  if (bytes <= MAX_TEXT_BYTES) return null;
  const message = `Text has ${inWords(bytes)} bytes; send at most ${inWords(MAX_TEXT_BYTES)}: cut it, or send what matters of it.`;
  return { code: "too_large", field, message };
}

function readList<T>(
  name: string,
  schema: z.ZodType<T>,
  raw: readonly unknown[] | undefined,
  problems: Problem[],
): T[] {
  const good: T[] = [];
  for (const [index, entry] of (raw ?? []).entries()) {
    const parsed = schema.safeParse(entry);
    if (parsed.success) good.push(parsed.data);
    else problems.push(invalid(parsed.error, `${name}[${index}]`));
  }
  return good;
}

function invalid(error: z.ZodError, at: string): Problem {
  return { code: "invalid", ...firstIssue(error, at) };
}

function unreadable(index: number): Problem {
  return { code: "invalid", field: `events[${index}]`, message: "The event could not be read." };
}

function firstIssue(error: z.ZodError, at: string): { field: string; message: string } {
  const issue = error.issues[0];
  const path = (issue?.path ?? [])
    .map((part) => (typeof part === "number" ? `[${part}]` : `.${String(part)}`))
    .join("");
  return { field: `${at}${path}`, message: sentence(issue?.message ?? "It could not be read.") };
}

/** Zod's messages lack the stop. */
function sentence(message: string): string {
  return message.endsWith(".") ? message : `${message}.`;
}

/** The id that the client gave, so that it can tell which of its events is meant. */
function idOf(entry: unknown): string | null {
  const id = typeof entry === "object" && entry !== null && "id" in entry ? entry.id : null;
  return typeof id === "string" ? id.slice(0, 200) : null;
}

function inWords(count: number): string {
  return count.toLocaleString("en-US");
}
