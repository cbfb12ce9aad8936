import { z } from "zod";
import { SessionHeader } from "../../../core/events/ingest-batch";
import { CLIENTS } from "../../../core/events/kinds";
import { MAX_PATH_CHARACTERS } from "../../../core/events/limits";
import { SessionLink } from "./append.schema";

/** What the caller knows better than the file. */
const Overrides = SessionHeader.pick({
  projectSlug: true,
  gitRemote: true,
  root: true,
  person: true,
  title: true,
  branch: true,
  stage: true,
}).extend({ captureMode: z.enum(["full", "metadata", "minimal"]).optional() });

export const TranscriptInput = z
  .object({
    session: Overrides.optional(),
    client: z.enum(CLIENTS).optional(),
    path: z.string().max(MAX_PATH_CHARACTERS).optional(),
    /** The file as text, or its bytes when they are not all UTF-8. */
    text: z.string().optional(),
    base64: z.base64().optional(),
    create: z.boolean().default(false),
  })
  .refine(({ text, base64 }) => (text === undefined) !== (base64 === undefined), {
    path: ["text"],
    message: "Send the transcript as text or as base64, one of the two.",
  });

export const TranscriptOutput = z.object({
  client: z.enum(CLIENTS),
  sessions: z.array(
    SessionLink.extend({ project: z.string(), accepted: z.int(), duplicates: z.int(), rejected: z.int() }),
  ),
  problems: z.array(
    z.object({ session: z.string(), id: z.string().nullable(), field: z.string(), message: z.string() }),
  ),
  report: z.object({
    records: z.int(),
    toolCalls: z.int(),
    errors: z.int(),
    skipped: z.record(z.string(), z.int()),
    badLineCount: z.int(),
    badLines: z.array(z.object({ line: z.int(), byteOffset: z.int(), reason: z.string() })),
  }),
});
