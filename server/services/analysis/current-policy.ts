import { z } from "zod";
import type { PrunePolicy } from "@/server/core/prune/model";
import { POLICIES } from "@/server/core/prune/policy";
import { findLatestPolicy } from "@/server/db/analysis/session";
import type { TenantSql } from "@/server/db/client";

const Guard = z.object({ pattern: z.string(), reason: z.string() });

/** What a project may change of its preset. */
const Overrides = z.object({
  preset: z.enum(["strict", "loose", "seed"]).default("strict"),
  protectedPaths: z.array(Guard.extend({ category: z.enum(["core", "safety", "project"]) })).optional(),
  protectedTools: z.array(Guard).optional(),
  pinPhrases: z.array(z.string()).optional(),
  idleTurns: z.int().positive().optional(),
  currentFileTurns: z.int().nonnegative().optional(),
  referencedWithinTurns: z.int().nonnegative().optional(),
  tail: z.record(z.string(), z.object({ tokens: z.int().nonnegative(), turns: z.int().nonnegative() })).optional(),
});

/** Version 0 is the strict preset of a project that never changed its policy. */
export async function currentPolicy(sql: TenantSql, teamId: string, projectId: string): Promise<PrunePolicy> {
  const saved = await findLatestPolicy(sql, teamId, projectId);
  return saved ? readPolicy(saved.version, saved.body) : { ...POLICIES.strict, version: 0 };
}

/** A saved policy over its preset. A body that this version cannot read counts as the strict preset: it fails closed. */
export function readPolicy(version: number, body: unknown): PrunePolicy {
  const parsed = Overrides.safeParse(body);
  if (!parsed.success) return { ...POLICIES.strict, version };
  const { preset, tail, ...overrides } = parsed.data;
  const base = POLICIES[preset];
  const told = Object.fromEntries(Object.entries(overrides).filter(([, value]) => value !== undefined));
  return { ...base, ...told, tail: { ...base.tail, ...tail }, preset, version };
}
