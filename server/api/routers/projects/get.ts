import { z } from "zod";
import { getProject } from "../../../services/projects/get-project";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { ProjectView, toProjectView } from "./view";

const Count = z.int().nonnegative();

const ProjectDetail = ProjectView.extend({
  role: z.string(),
  team: z.object({ slug: z.string(), name: z.string() }),
  /** Failures that are active and handoffs that nobody claimed; all sessions and decisions. */
  counts: z.object({ sessions: Count, decisions: Count, failures: Count, handoffs: Count }),
  sources: z.array(z.object({ kind: z.string(), value: z.string() })),
});
export type ProjectDetail = z.infer<typeof ProjectDetail>;

/** What the frame around a project's pages shows. */
export const get = projectProcedure("project:read")
  .output(ProjectDetail)
  .query(async ({ ctx }) => {
    const project = await unwrap(getProject(ctx.deps, ctx.scope));
    return {
      ...toProjectView(project),
      role: ctx.scope.role,
      team: { slug: ctx.scope.teamSlug, name: project.teamName },
      counts: project.counts,
      sources: project.sources,
    };
  });
