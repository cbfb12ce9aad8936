import { z } from "zod";

/** How far a new project has come. Each step is read from what exists, so that it cannot be ticked off by hand. */
export const SetupProgress = z.object({
  /** A key of the person who asks that may upload to this project. */
  hasKey: z.boolean(),
  /** Whether such a key was ever used. */
  keyUsed: z.boolean(),
  sessions: z.int().nonnegative(),
  /** Sessions that were analysed at least once: those that charts know. */
  analysed: z.int().nonnegative(),
  /** Somebody else is in the team, or an invitation is open. */
  hasTeammate: z.boolean(),
  /** What the person who asks may do about it. */
  may: z.object({ makeKey: z.boolean(), invite: z.boolean() }),
});
export type SetupProgress = z.infer<typeof SetupProgress>;

export const SETUP_STEPS = ["key", "session", "chart", "teammate"] as const;
export type SetupStep = (typeof SETUP_STEPS)[number];

/** A project whose sessions came without a key of this person, from a teammate's machine, needs none. */
export function doneSteps(progress: SetupProgress): ReadonlySet<SetupStep> {
  const done = new Set<SetupStep>();
  if (progress.hasKey || progress.sessions > 0) done.add("key");
  if (progress.sessions > 0) done.add("session");
  if (progress.analysed > 0) done.add("chart");
  if (progress.hasTeammate) done.add("teammate");
  return done;
}
