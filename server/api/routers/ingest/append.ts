import { appendEvents } from "../../../services/ingest/append-events";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";
import { AppendInput, AppendOutput } from "./append.schema";
import { sessionUrl } from "./session-url";

/** Takes a batch of a session: a header and up to 1,000 events. Idempotent; each event gets its own result. */
export const append = keyProcedure("ingest:write")
  .input(AppendInput)
  .output(AppendOutput)
  .mutation(async ({ ctx, input }) => {
    const { session, ...answer } = await unwrap(appendEvents(ctx.deps, ctx.key, input));
    const { number, id, path } = session;
    return { ...answer, session: { number, id, url: sessionUrl(path) } };
  });
