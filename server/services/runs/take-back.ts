import type { ProjectScope } from "@/server/core/access/scope";
import { type SafeText, safeText } from "@/server/core/redact/safe-text";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import type { RunChange } from "@/server/db/runs/applied";
import { insertTransitions } from "@/server/db/runs/write";
import type { Deps } from "../deps";
import { chunks, transitionTime } from "./commit";

export interface TakeBack {
  readonly key: SessionKey;
  readonly runId: string;
  readonly changes: readonly RunChange[];
  readonly now: Date;
  readonly reason: SafeText;
}

/** Puts events back to what stood before a run changed them, under the name of who asks. In the transaction of the lock. */
export async function takeBack(
  deps: Pick<Deps, "ids">,
  sql: TenantSql,
  scope: ProjectScope,
  { key, runId, changes, now, reason }: TakeBack,
): Promise<void> {
  const { kind, name } = scope.actor;
  const rows = changes.map(({ ref, toResidency, priorResidency, priorRetained }) => ({
    id: deps.ids.next(),
    entryId: ref,
    fromResidency: toResidency,
    toResidency: priorResidency,
    retained: priorRetained === null ? null : safeText(priorRetained),
    rule: null,
    reason,
  }));
  const by = { actorKind: kind, actor: safeText(name), runId, at: await transitionTime(sql, key, now) };
  for (const part of chunks(rows)) await insertTransitions(sql, key, by, part);
}
