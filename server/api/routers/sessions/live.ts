import { tracked } from "@trpc/server";
import { z } from "zod";
import type { Result } from "../../../core/result";
import type { LiveMessage, LiveTold } from "../../../core/telemetry/live";
import { resolveProjectScope } from "../../../services/access/resolve-scope";
import { watchSession } from "../../../services/sessions/live";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "./session-number";

/** As server-sent events: a client that lost the connection names the last id it heard and misses nothing. */
export const live = projectProcedure("session:read")
  .input(SessionNumber.extend({ lastEventId: z.string().max(100).nullish() }))
  .subscription(async ({ ctx, input, signal }) => {
    const { deps, scope } = ctx;
    const mayRead = async () => {
      const principal = (await ctx.principalNow?.()) ?? ctx.principal;
      return resolveProjectScope(deps, principal, input.team, input.project, "session:read");
    };
    const watch = await unwrap(
      watchSession(deps, scope, {
        number: input.number,
        lastEventId: input.lastEventId ?? null,
        watcher: ctx.principal,
        mayRead,
        signal: signal ?? new AbortController().signal,
      }),
    );
    return messages(watch);
  });

async function* messages(watch: AsyncGenerator<Result<LiveTold>, void>) {
  for await (const told of watch) {
    const { id, message } = await unwrap(told);
    yield tracked<LiveMessage>(id, message);
  }
}
