import { z } from "zod";

/** A project in lists and forms. */
export const ProjectView = z.object({
  slug: z.string(),
  name: z.string(),
  timeZone: z.string(),
  isDemo: z.boolean(),
  createdAt: z.iso.datetime(),
});
export type ProjectView = z.infer<typeof ProjectView>;

interface ProjectLike {
  slug: string;
  name: string;
  timeZone: string;
  isDemo: boolean;
  createdAt: Date;
}

export function toProjectView({ slug, name, timeZone, isDemo, createdAt }: ProjectLike): ProjectView {
  return { slug, name, timeZone, isDemo, createdAt: createdAt.toISOString() };
}

export const NewProject = z.object({
  name: z.string().max(500),
  /** IANA name, e.g. `Europe/Berlin`. */
  timeZone: z.string().max(100).default("UTC"),
  gitRemote: z.string().max(2_000).optional(),
  root: z.string().max(2_000).optional(),
});

export const CreatedProject = z.object({ slug: z.string(), name: z.string(), timeZone: z.string() });
