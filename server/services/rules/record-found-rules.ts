import { createHash } from "node:crypto";
import type { ProjectScope } from "../../core/access/scope";
import { safeText } from "../../core/redact/safe-text";
import type { FoundRule } from "../../core/rules/find-preferences";
import { RULE_KINDS, type RuleKind } from "../../core/rules/statuses";
import type { TenantSql } from "../../db/client";
import { takeNumbers } from "../../db/memory/numbers";
import {
  addEventEvidence,
  type EventEvidence,
  findKnownRules,
  insertFoundRules,
  isNewEvidence,
  type KnownRule,
} from "../../db/rules/found-rules";

interface Session {
  readonly id: string;
  readonly number: number;
}

/**
 * Proposes what a session's prompts want, each place once. What another session said already is one record: it rests on
 * one event more. What a person retired stays so, and what they rewrote is still known by what it said first.
 */
export async function recordFoundRules(
  sql: TenantSql,
  scope: ProjectScope,
  session: Session,
  found: readonly FoundRule[],
  now: Date,
): Promise<void> {
  for (const kind of RULE_KINDS) {
    const own = found.filter((rule) => rule.kind === kind);
    if (own.length > 0) await recordKind(sql, scope, session, kind, own, now);
  }
}

async function recordKind(
  sql: TenantSql,
  scope: ProjectScope,
  session: Session,
  kind: RuleKind,
  found: readonly FoundRule[],
  now: Date,
): Promise<void> {
  const rules = found.map((rule) => ({ ...rule, key: keyOf(rule), text: safeText(rule.text) }));
  const sourceKeys = rules.map(({ key }) => key);
  const places = await findKnownRules(sql, scope, kind, { sourceKeys, texts: [] });
  const known = new Set(places.map(({ sourceKey }) => sourceKey));
  const open = rules.filter(({ key }) => !known.has(key));
  if (open.length === 0) return;

  // Taking no number locks the series: two sessions that say the same wait for each other, and the second one sees it.
  await takeNumbers(sql, scope, kind, 0);
  const texts = open.map(({ text }) => text.toLowerCase());
  const saying = new Map((await findKnownRules(sql, scope, kind, { sourceKeys, texts })).map((row) => [row.said, row]));
  const fresh = [];
  for (const rule of open) {
    const same = saying.get(rule.text.toLowerCase());
    const evidence = { kind: "event", session: session.number, ref: rule.ref, note: "Said in a prompt." } as const;
    if (same) await addEvidence(sql, scope, kind, same, { evidence, sessionId: session.id, now });
    else fresh.push({ rule, evidence });
  }
  if (fresh.length === 0) return;
  const first = await takeNumbers(sql, scope, kind, fresh.length);
  const rows = fresh.map(({ rule, evidence }, at) => ({
    number: first + at,
    sourceKey: rule.key,
    title: safeText(rule.title),
    text: rule.text,
    affectedPaths: rule.affectedPaths.map((path) => safeText(path)),
    evidence: [evidence],
  }));
  await insertFoundRules(sql, scope, kind, session.id, rows, now);
}

async function addEvidence(
  sql: TenantSql,
  scope: ProjectScope,
  kind: RuleKind,
  same: KnownRule,
  found: { readonly evidence: EventEvidence; readonly sessionId: string; readonly now: Date },
): Promise<void> {
  if (same.status === "retired") return;
  if (!(await isNewEvidence(sql, scope, kind, same, found.evidence))) return;
  await addEventEvidence(sql, scope, kind, same, found);
}

/** Refs of some clients are long; the key stays short and says where it is from. */
function keyOf({ sourceKey }: FoundRule) {
  if (sourceKey.length <= 200) return safeText(sourceKey);
  return safeText(`said:${createHash("sha256").update(sourceKey).digest("hex")}`);
}
