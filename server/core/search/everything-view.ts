import { z } from "zod";
import { SEARCH_KINDS } from "./fields";

const PieceView = z.object({ text: z.string(), isMarked: z.boolean() });

const HitView = z.object({
  kind: z.enum(SEARCH_KINDS),
  /** Unique among the hits. */
  id: z.string(),
  /** Of a record: its number; of a comment: the number of the record that it is on. */
  number: z.int().nullable(),
  /** Of a comment: what it is on. */
  subject: z.string().nullable(),
  /** Of a document or file. */
  path: z.string().nullable(),
  /** Of an event: the number of its session, and its name there. */
  session: z.int().nullable(),
  ref: z.string().nullable(),
  title: z.array(PieceView),
  snippet: z.array(PieceView),
  /** Of a record; the kind of an event. */
  status: z.string(),
  at: z.iso.datetime(),
  /** Of an event; false is history: compacted, rewound or on another branch. */
  inContext: z.boolean().nullable(),
  residency: z.string().nullable(),
  /** Of an event: other sessions with the same text, the best match first; at most 50. */
  alsoIn: z.array(z.object({ session: z.int(), ref: z.string() })),
  /** Of a note or draft: numbers of those that say the same, found in other sessions, in that order; at most 50. */
  alsoNumbers: z.array(z.int()),
  /** How many other sessions those are in all, among the finds that were ranked. */
  alsoInSessions: z.int(),
});

export const EverythingView = z.object({
  hits: z.array(HitView),
  /** Whether the hits have all words, or some because too few have all. */
  matched: z.enum(["all", "some"]),
  /** Whether finds may be among the hits that have none of the words, but a meaning near to them. */
  byMeaning: z.boolean(),
  /** Why the search went by words only although an embedding model is set up; null otherwise. */
  meaningFault: z.enum(["no-pgvector", "no-answer"]).nullable(),
  /** The words that were looked for, where the project has none like those that were typed; null otherwise. */
  corrected: z.string().nullable(),
  /** How many of each kind match, without the filter by kind; `isMore` says that there are at least so many. */
  kinds: z.array(z.object({ kind: z.enum(SEARCH_KINDS), count: z.int(), isMore: z.boolean() })),
  /** More match than are ranked: only the newest were looked at. */
  isBounded: z.boolean(),
  /** False while sessions wait to be indexed. */
  isComplete: z.boolean(),
  timeZone: z.string(),
  nextCursor: z.string().nullable(),
});
export type Everything = z.infer<typeof EverythingView>;
export type Hit = z.infer<typeof HitView>;
