import { z } from "zod";
import { AdviceView } from "../../../core/budget/views";
import { WINDOW_SOURCES } from "../../../core/budget/windows";
import type {
  BoundaryInfo,
  IngestEvent,
  ModelRequestInfo,
  SessionHeader,
  ThreadInfo,
  WorkspaceMark,
} from "../../../core/events/ingest-batch";
import type { EventResult } from "../../../services/ingest/append-events";

/**
 * Entries pass unchecked: the use case judges each by itself, so that a bad one never fails its neighbours. Callers
 * still get the types of the contract.
 */
const entries = <T extends z.ZodType>() => z.array(z.custom<z.input<T>>()).default([]);

export const AppendInput = z.object({
  session: z.custom<z.input<typeof SessionHeader>>(),
  events: entries<typeof IngestEvent>(),
  threads: entries<typeof ThreadInfo>(),
  requests: entries<typeof ModelRequestInfo>(),
  boundaries: entries<typeof BoundaryInfo>(),
  marks: entries<typeof WorkspaceMark>(),
  /** Makes the project when it is unknown and the key's person may make projects. */
  create: z.boolean().default(false),
});

const RejectCode = z.enum(["invalid", "too_large"]);

export const Problem = z.object({ code: RejectCode, field: z.string(), message: z.string() });

/** Typed and not checked again: there is one for each event, and the use case made them a moment ago. */
const EventResults = z.custom<EventResult[]>(Array.isArray);

export const SessionLink = z.object({ number: z.int(), id: z.string(), url: z.string() });

export const AppendOutput = z.object({
  session: SessionLink,
  project: z.string(),
  accepted: z.int(),
  duplicates: z.int(),
  rejected: z.int(),
  results: EventResults,
  problems: z.array(Problem),
  usage: z
    .object({
      contextTokens: z.int(),
      windowTokens: z.int().nullable(),
      /** Told by the client, or known by the model; null when the size is unknown. */
      windowSource: z.enum(WINDOW_SOURCES).nullable(),
      share: z.number().nullable(),
    })
    .nullable(),
  reclaimableTokens: z.int(),
  advice: AdviceView.nullable(),
  flags: z.array(z.object({ id: z.string(), tokens: z.int(), message: z.string() })),
});
