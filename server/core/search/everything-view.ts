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
});

export const EverythingView = z.object({
  hits: z.array(HitView),
  /** Whether the hits have all words, or some because too few have all. */
  matched: z.enum(["all", "some"]),
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
