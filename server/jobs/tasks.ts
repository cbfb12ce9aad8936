import type { TaskList } from "graphile-worker";
import { z } from "zod";
import { type AnalysisHooks, analyseSession } from "../services/analysis/analyse-session";
import { collectOrphans } from "../services/analysis/collect-orphans";
import { deleteSession } from "../services/analysis/delete-session";
import { reanalyseProject } from "../services/analysis/reanalyse-project";
import type { Deps } from "../services/deps";
import { findDriftOfProject } from "../services/memory/find-drift";
import { deleteProject } from "../services/projects/delete-project";
import { indexAfter } from "../services/search/index-after";
import { indexProject } from "../services/search/index-project";

const Team = z.object({ teamId: z.uuid() });
const Session = Team.extend({ sessionId: z.uuid() });
const Project = Team.extend({ projectId: z.uuid() });
/** With `force` also sessions are judged to which nothing was added. */
const Forced = { force: z.boolean().optional() };

/** What the queue can be asked to do. Payloads are ids only; every task may be run again. */
export function createTasks(deps: Deps, hooks: AnalysisHooks = {}): TaskList {
  return {
    async "analyse-session"(payload) {
      const { force, ...key } = Session.extend(Forced).parse(payload);
      await analyseSession(deps, key, { force, hooks: indexAfter(hooks) });
    },
    async "reanalyse-project"(payload) {
      const { force, ...scope } = Project.extend(Forced).parse(payload);
      await reanalyseProject(deps, scope, { force });
    },
    async "delete-session"(payload) {
      await deleteSession(deps, Session.parse(payload));
    },
    async "delete-project"(payload) {
      await deleteProject(deps, Project.parse(payload));
    },
    async "find-drift"(payload) {
      await findDriftOfProject(deps, Project.parse(payload));
    },
    async "index-search"(payload) {
      await indexProject(deps, Project.parse(payload));
    },
    async "collect-orphans"(payload) {
      await collectOrphans(deps, Team.parse(payload));
    },
  };
}
