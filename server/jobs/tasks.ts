import type { TaskList } from "graphile-worker";
import { z } from "zod";
import { type AnalysisHooks, analyseSession } from "../services/analysis/analyse-session";
import { collectOrphans } from "../services/analysis/collect-orphans";
import { deleteSession } from "../services/analysis/delete-session";
import { reanalyseProject } from "../services/analysis/reanalyse-project";
import type { Deps } from "../services/deps";

const Team = z.object({ teamId: z.uuid() });
const Session = Team.extend({ sessionId: z.uuid() });
const Project = Team.extend({ projectId: z.uuid() });

/** What the queue can be asked to do. Payloads are ids only; every task may be run again. */
export function createTasks(deps: Deps, hooks: AnalysisHooks = {}): TaskList {
  return {
    async "analyse-session"(payload) {
      await analyseSession(deps, Session.parse(payload), { hooks });
    },
    async "reanalyse-project"(payload) {
      await reanalyseProject(deps, Project.parse(payload));
    },
    async "delete-session"(payload) {
      await deleteSession(deps, Session.parse(payload));
    },
    async "collect-orphans"(payload) {
      await collectOrphans(deps, Team.parse(payload));
    },
  };
}
