import { z } from "zod";
import { listTeamProjects } from "../../../services/projects/list-projects";
import { unwrap } from "../../errors";
import { teamProcedure } from "../../trpc";
import { ProjectView, toProjectView } from "./view";

/** The team's projects by name; a key sees those of its list. */
export const list = teamProcedure("project:read")
  .output(z.array(ProjectView))
  .query(async ({ ctx }) => (await unwrap(listTeamProjects(ctx.deps, ctx.scope))).map(toProjectView));
