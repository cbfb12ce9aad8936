import { ingestRouter } from "./routers/ingest/router";
import { keysRouter } from "./routers/keys/router";
import { projectsRouter } from "./routers/projects/router";
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
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
