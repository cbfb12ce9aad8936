import type { Rejection } from "@/server/core/context/answer";
import { nameTargets } from "@/server/core/context/name-targets";
import { entryIdOf } from "@/server/core/context/ref";
import type { SessionKey } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";
import { findKnownEntries } from "@/server/db/context/session";

/** The events that refs name, in order, and what is wrong with the others. */
export async function namedEntries(
  sql: TenantSql,
  key: SessionKey,
  refs: readonly string[],
): Promise<{ entries: { entryId: string; ref: string }[]; rejected: Rejection[] }> {
  const ids = refs.map(entryIdOf).filter((id) => id !== null);
  const known = await findKnownEntries(sql, key, ids);
  const named = nameTargets(
    refs.map((ref) => ({ ref })),
    new Map([...known].map((id) => [id, id])),
  );
  const entries = named.flatMap((one) => ("rejection" in one ? [] : [{ entryId: one.entry, ref: one.ref }]));
  return { entries, rejected: named.flatMap((one) => ("rejection" in one ? [one.rejection] : [])) };
}
