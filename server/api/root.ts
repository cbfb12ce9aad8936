import { accountRouter } from "./routers/account/router";
import { auditRouter } from "./routers/audit/router";
import { budgetRouter } from "./routers/budget/router";
import { catalogueRouter } from "./routers/catalogue/router";
import { checkpointsRouter } from "./routers/checkpoints/router";
import { commandsRouter } from "./routers/commands/router";
import { commentsRouter } from "./routers/comments/router";
import { constraintsRouter } from "./routers/constraints/router";
import { contextRouter } from "./routers/context/router";
import { decisionsRouter } from "./routers/decisions/router";
import { documentsRouter } from "./routers/documents/router";
import { exchangeRouter } from "./routers/exchange/router";
import { failuresRouter } from "./routers/failures/router";
import { filesRouter } from "./routers/files/router";
import { handoffsRouter } from "./routers/handoffs/router";
import { historyRouter } from "./routers/history/router";
import { ingestRouter } from "./routers/ingest/router";
import { invitesRouter } from "./routers/invites/router";
import { keysRouter } from "./routers/keys/router";
import { membersRouter } from "./routers/members/router";
import { memoryRouter } from "./routers/memory/router";
import { policyRouter } from "./routers/policy/router";
import { preferencesRouter } from "./routers/preferences/router";
import { projectsRouter } from "./routers/projects/router";
import { protocolRouter } from "./routers/protocol/router";
import { pruneRouter } from "./routers/prune/router";
import { searchRouter } from "./routers/search/router";
import { sessionsRouter } from "./routers/sessions/router";
import { setupRouter } from "./routers/setup/router";
import { summariesRouter } from "./routers/summaries/router";
import { teamsRouter } from "./routers/teams/router";
import { telemetryRouter } from "./routers/telemetry/router";
import { createCallerFactory, router } from "./trpc";

/** One room a router; each procedure stands in its own file under `routers/<room>/<verb>.ts`. */
export const appRouter = router({
  ingest: ingestRouter,
  keys: keysRouter,
  projects: projectsRouter,
  teams: teamsRouter,
  members: membersRouter,
  invites: invitesRouter,
  audit: auditRouter,
  account: accountRouter,
  sessions: sessionsRouter,
  telemetry: telemetryRouter,
  decisions: decisionsRouter,
  failures: failuresRouter,
  constraints: constraintsRouter,
  preferences: preferencesRouter,
  documents: documentsRouter,
  handoffs: handoffsRouter,
  summaries: summariesRouter,
  comments: commentsRouter,
  exchange: exchangeRouter,
  memory: memoryRouter,
  budget: budgetRouter,
  checkpoints: checkpointsRouter,
  prune: pruneRouter,
  catalogue: catalogueRouter,
  files: filesRouter,
  context: contextRouter,
  history: historyRouter,
  policy: policyRouter,
  search: searchRouter,
  setup: setupRouter,
  protocol: protocolRouter,
  commands: commandsRouter,
});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
