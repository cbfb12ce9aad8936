import { z } from "zod";
import { AuthorView, FacetCount } from "../decisions/views";
import { SessionSummaryBody } from "./body";

/** What the API tells of session summaries; times are ISO strings. */

export const SummaryRow = z.object({
  number: z.int(),
  version: z.int(),
  title: z.string(),
  /** Number of the session; null once it is gone. */
  session: z.int().nullable(),
  client: z.string(),
  person: z.string(),
  agents: z.array(z.string()),
  branch: z.string().nullable(),
  /** Who wrote the newest version, when that was a person or their agent. */
  editedBy: z.string().nullable(),
  worked: z.int(),
  failed: z.int(),
  remaining: z.int(),
  blockers: z.int(),
  /** The session's last event; when the summary changed, once the session is gone. */
  lastAt: z.iso.datetime(),
});
export type SummaryRow = z.infer<typeof SummaryRow>;

export const SummaryList = z.object({
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  rows: z.array(SummaryRow),
  /** Summaries of the project, whatever the filter, and of the filter. */
  total: z.int(),
  found: z.int(),
  /** Values of the whole project, the most frequent first; at most 60 of each. */
  facets: z.object({
    people: z.array(FacetCount),
    agents: z.array(FacetCount),
    branches: z.array(FacetCount),
  }),
  nextCursor: z.string().nullable(),
});
export type SummaryList = z.infer<typeof SummaryList>;

export const SummaryVersionView = z.object({
  version: z.int(),
  author: AuthorView,
  createdAt: z.iso.datetime(),
});
export type SummaryVersionView = z.infer<typeof SummaryVersionView>;

/** One version with its text. */
export const SummaryText = SummaryVersionView.extend({ title: z.string(), markdown: z.string() });
export type SummaryText = z.infer<typeof SummaryText>;

export const SummaryView = z.object({
  number: z.int(),
  version: z.int(),
  title: z.string(),
  timeZone: z.string(),
  asOf: z.iso.datetime(),
  session: z.object({ number: z.int(), title: z.string().nullable(), person: z.string() }).nullable(),
  /** Null when a newer server wrote a form that this one does not know. */
  body: SessionSummaryBody.nullable(),
  markdown: z.string(),
  /** A person, or an agent in their name, wrote this version. */
  isEdited: z.boolean(),
  updatedAt: z.iso.datetime(),
  /** Newest first; the newest hundred. */
  versions: z.array(SummaryVersionView).min(1),
  mayWrite: z.boolean(),
});
export type SummaryView = z.infer<typeof SummaryView>;

/** A conflict carries what was saved meanwhile; the text of the one who comes second is still on their page. */
export const SummarySaved = z.discriminatedUnion("outcome", [
  z.object({ outcome: z.literal("saved"), number: z.int(), version: z.int() }),
  z.object({ outcome: z.literal("conflict"), number: z.int(), newest: SummaryText }),
]);
export type SummarySaved = z.infer<typeof SummarySaved>;

export const SummaryComposed = z.object({
  number: z.int(),
  version: z.int(),
  /** False when the session says what the summary says already. */
  isNew: z.boolean(),
});
export type SummaryComposed = z.infer<typeof SummaryComposed>;

export const SummaryCompared = z.object({ number: z.int(), from: SummaryText, to: SummaryText });
export type SummaryCompared = z.infer<typeof SummaryCompared>;
