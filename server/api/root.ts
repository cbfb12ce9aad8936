import { createCallerFactory, router } from "./trpc";

/** One room a router; each procedure stands in its own file under `routers/<room>/<verb>.ts`. */
export const appRouter = router({});

export type AppRouter = typeof appRouter;
export const createCaller = createCallerFactory(appRouter);
