import { initTRPC } from "@trpc/server";
import { z } from "zod";
import { requireRight } from "../core/access/refusal";
import type { Right } from "../core/access/rights";
import type { Principal } from "../core/access/scope";
import { resolveProjectScope, resolveTeamScope } from "../services/access/resolve-scope";
import type { Deps } from "../services/deps";
import { FaultError, toTrpcError, unwrap } from "./errors";

export interface ApiContext {
  readonly deps: Deps;
  readonly principal: Principal;
  /** Who asks, looked up anew, for what lasts longer than a request; absent where nobody can have signed out meanwhile. */
  readonly principalNow?: () => Promise<Principal>;
}

/** Proxies cut what says nothing for a minute; a client that hears nothing for three pings connects anew. */
const PING_EVERY_MS = 15_000;

/** What a procedure demands; the rights matrix test walks every procedure and reads this. */
export type Access =
  | { readonly scope: "public" }
  | { readonly scope: "user" }
  | { readonly scope: "key"; readonly right: Right }
  | { readonly scope: "team"; readonly right: Right }
  | { readonly scope: "project"; readonly right: Right };

const t = initTRPC
  .context<ApiContext>()
  .meta<{ access: Access }>()
  .create({
    sse: {
      ping: { enabled: true, intervalMs: PING_EVERY_MS },
      client: { reconnectAfterInactivityMs: 3 * PING_EVERY_MS },
    },
    errorFormatter({ shape, error }) {
      const fault = error.cause instanceof FaultError ? error.cause.fault : null;
      const issue = error.cause instanceof z.ZodError ? error.cause.issues[0] : undefined;
      const { stack: _stack, ...data } = shape.data;
      return {
        ...shape,
        // A zod message is a JSON dump; people get the first issue as a sentence that names the field.
        message: issue ? `${issue.path.join(".") || "input"}: ${issue.message}` : shape.message,
        data: {
          ...data,
          field: fault?.field ?? (issue ? issue.path.join(".") : null),
          retryAfterSeconds: fault?.retryAfterSeconds ?? null,
        },
      };
    },
  });

export const router = t.router;
export const createCallerFactory = t.createCallerFactory;

/** Why a key or session that was sent did not count, e.g. "The key cst_… was revoked on …". */
function reasonOf(principal: Principal): string | undefined {
  return principal.kind === "anonymous" ? principal.reason : undefined;
}

const TeamInput = z.object({ team: z.string().min(1).max(64) });
const ProjectInput = TeamInput.extend({ project: z.string().min(1).max(64) });

/** Open to everyone. */
export const publicProcedure = t.procedure.meta({ access: { scope: "public" } });

/** A signed-in person, in no team yet or in any. */
export const userProcedure = t.procedure.meta({ access: { scope: "user" } }).use(({ ctx, next }) => {
  const { principal } = ctx;
  if (principal.kind !== "user") {
    throw toTrpcError({ code: "unauthorized", message: reasonOf(principal) ?? "Sign in first." });
  }
  return next({ ctx: { ...ctx, user: principal } });
});

/** A key, before its project is known: the session header of an upload tells it. */
export function keyProcedure(right: Right) {
  return t.procedure.meta({ access: { scope: "key", right } }).use(({ ctx, next }) => {
    const { principal } = ctx;
    if (principal.kind !== "key") {
      throw toTrpcError({
        code: "unauthorized",
        message: reasonOf(principal) ?? "Send an API key: Authorization: Bearer cst_… (Settings, API keys).",
      });
    }
    // The scope is known already; the role of the key's person is checked with the project.
    const allowed = requireRight({ role: "owner", keyScopes: principal.scopes }, right);
    if (!allowed.ok) throw toTrpcError(allowed.fault);
    return next({ ctx: { ...ctx, key: principal } });
  });
}

export function teamProcedure(right: Right) {
  return t.procedure
    .meta({ access: { scope: "team", right } })
    .input(TeamInput)
    .use(async ({ ctx, input, next }) => {
      const scope = await unwrap(resolveTeamScope(ctx.deps, ctx.principal, input.team, right));
      return next({ ctx: { ...ctx, scope } });
    });
}

export function projectProcedure(right: Right) {
  return t.procedure
    .meta({ access: { scope: "project", right } })
    .input(ProjectInput)
    .use(async ({ ctx, input, next }) => {
      const scope = await unwrap(resolveProjectScope(ctx.deps, ctx.principal, input.team, input.project, right));
      return next({ ctx: { ...ctx, scope } });
    });
}
