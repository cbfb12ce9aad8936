import { z } from "zod";

/** What a session page can jump to, and what the session left in the repository. */

export const LANDMARK_KINDS = ["boundary", "epoch", "branch", "commit", "pull-request"] as const;

export const LandmarkView = z.object({
  kind: z.enum(LANDMARK_KINDS),
  thread: z.string(),
  /** It stands before the first event at or after this place. */
  seq: z.number(),
  at: z.string(),
  /** A boundary's or epoch's own name (`task-start`, `compaction`), a branch, a commit's subject, `#41`. */
  name: z.string(),
  /** False where the server inferred it from events. */
  told: z.boolean(),
  /** A commit's hash. */
  hash: z.string().nullable(),
  /** Only https, and only of the project's own repository. */
  url: z.string().nullable(),
});
export type Landmark = z.infer<typeof LandmarkView>;

export const LandmarksView = z.object({
  landmarks: z.array(LandmarkView),
  /** There are more than are listed. */
  more: z.boolean(),
  repositoryUrl: z.string().nullable(),
  branchUrl: z.string().nullable(),
  headUrl: z.string().nullable(),
});
export type Landmarks = z.infer<typeof LandmarksView>;
