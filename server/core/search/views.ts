import { z } from "zod";

/** What a search finds, by group; the best match of each group stands first. */
const Numbered = z.object({ number: z.int(), title: z.string() });
const WithStatus = Numbered.extend({ status: z.string() });

export const FoundView = z.object({
  sessions: z.array(Numbered.extend({ client: z.string() })),
  decisions: z.array(WithStatus),
  failures: z.array(WithStatus),
  constraints: z.array(WithStatus),
  preferences: z.array(WithStatus),
  handoffs: z.array(WithStatus),
  /** With the number of the session that each sums up; null when that one was deleted. */
  summaries: z.array(Numbered.extend({ session: z.int().nullable() })),
  agents: z.array(z.string()),
  skills: z.array(z.string()),
  /** Somebody without a session is a member who has not uploaded yet. */
  people: z.array(z.object({ name: z.string(), hasSessions: z.boolean() })),
});
export type Found = z.infer<typeof FoundView>;
