/**
 * The API of the web process in a process of its own, for tests that kill it: the same door, context and database, served
 * by node:http in place of Next. Its argument is the port; the rest comes with the launcher's variables.
 */
import { env } from "../env";
import { createContext } from "../http/context";
import { getDeps } from "../http/deps";
import { createTrpcHandler } from "../http/trpc-handler";
import { serveHttp } from "./http-server";

const deps = getDeps();
const handler = createTrpcHandler({
  createContext,
  log: deps.log,
  nextId: () => deps.ids.next(),
  nowMs: () => deps.clock.now().getTime(),
  baseUrl: env().STEWARD_BASE_URL,
});
await serveHttp(handler, Number(process.argv[2]));
