import { budgetRouter } from "./routers/budget/router";
import { catalogueRouter } from "./routers/catalogue/router";
import { checkpointsRouter } from "./routers/checkpoints/router";
import { contextRouter } from "./routers/context/router";
import { decisionsRouter } from "./routers/decisions/router";
import { failuresRouter } from "./routers/failures/router";
import { filesRouter } from "./routers/files/router";
import { handoffsRouter } from "./routers/handoffs/router";
import { historyRouter } from "./routers/history/router";
import { ingestRouter } from "./routers/ingest/router";
import { keysRouter } from "./routers/keys/router";
import { memoryRouter } from "./routers/memory/router";
import { policyRouter } from "./routers/policy/router";
import { projectsRouter } from "./routers/projects/router";
import { pruneRouter } from "./routers/prune/router";
import { sessionsRouter } from "./routers/sessions/router";
import { teamsRouter } from "./routers/teams/router";
import { telemetryRouter } from "./routers/telemetry/router";
import { createCallerFactory, router } from "./trpc";

/** One room a router; each procedure stands in its own file under `routers/<room>/<verb>.ts`. */
export const appRouter = router({
  ingest: ingestRouter,
  keys: keysRouter,
  projects: projectsRouter,
  teams: teamsRouter,
  sessions: sessionsRouter,
  telemetry: telemetryRouter,
  decisions: decisionsRouter,
  failures: failuresRouter,
  handoffs: handoffsRouter,
  memory: memoryRouter,
  budget: budgetRouter,
  checkpoints: checkpointsRouter,
  prune: pruneRouter,
  catalogue: catalogueRouter,
  files: filesRouter,
  context: contextRouter,
  history: historyRouter,
  policy: policyRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
