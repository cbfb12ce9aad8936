import { createHash } from "node:crypto";
import type { NoiseItem } from "@/server/core/noise/measure";
import type { RollupDims, RollupKey } from "@/server/core/noise/rollup";
import { skillUses } from "@/server/core/noise/skill-use";
import { targetRows } from "@/server/core/noise/targets";
import type { SessionInput } from "@/server/core/prune/model";
import { safeText } from "@/server/core/redact/safe-text";
import {
  deleteSkills,
  readSkills,
  SKILL_FIGURES,
  type SkillCell,
  type StoredSkill,
  upsertSkills,
} from "@/server/db/analysis/skills";
import {
  deleteTargets,
  forgetOtherPersons,
  readTargets,
  type SessionOwner,
  type StoredTarget,
  TARGET_FIGURES,
  type TargetCell,
  upsertTargets,
} from "@/server/db/analysis/targets";
import type { TenantSql } from "@/server/db/client";
import { recountSkillDays } from "@/server/db/sql/skill-days";
import { putInTargets, takeOutTargets } from "@/server/db/sql/target-tiers";
import { failureHash } from "@/server/db/telemetry/failure-hash";
import { rollupName } from "../ingest/added-cells";
import { namedRowDelta, type RowDelta } from "./row-delta";

/** The names of a rollup key as they are stored: absent ones are empty, long ones cut. */
export function storedNames(row: RollupKey) {
  return {
    hourMs: Date.parse(row.hourIso),
    agent: rollupName(row.agent),
    skill: rollupName(row.skill ?? ""),
    tool: rollupName(row.tool ?? ""),
    kind: row.kind,
    pass: row.pass,
    model: rollupName(row.model ?? ""),
    branch: rollupName(row.branch ?? ""),
    stage: row.stage,
  };
}

export function targetCells(
  session: SessionInput,
  noise: readonly NoiseItem[],
  dims: RollupDims & { readonly cwd: string | null },
): TargetCell[] {
  const cells = new Map<string, TargetCell>();
  for (const row of targetRows(session, noise, dims)) {
    const key = {
      ...storedNames(row),
      targetKind: row.targetKind,
      target: safeText(row.target),
      question: safeText(row.question),
      failure: row.failure === "" ? "" : failureHash(safeText(row.failure)),
    };
    const cell = hashOf(key);
    const known = cells.get(cell);
    // Names that were cut can meet in one cell, so cells are summed and not replaced.
    cells.set(cell, {
      cell,
      ...key,
      events: (known?.events ?? 0) + row.events,
      tokens: (known?.tokens ?? 0) + row.tokens,
      carriedRequests: (known?.carriedRequests ?? 0) + row.carriedRequests,
      carriedTokens: (known?.carriedTokens ?? 0) + row.carriedTokens,
      costNanoUsd: (known?.costNanoUsd ?? 0) + row.costNanoUsd,
      unpricedTokens: (known?.unpricedTokens ?? 0) + row.unpricedCarriedTokens,
    });
  }
  return [...cells.values()];
}

/** Loads whose names were cut to the same are one cell; the first one keeps it. */
export function skillCells(session: SessionInput, noise: readonly NoiseItem[], dims: RollupDims): SkillCell[] {
  const cells = new Map<string, SkillCell>();
  for (const { contentKey, firstRef, ...use } of skillUses(session, noise, dims)) {
    const { pass: _pass, ...names } = storedNames({ ...use, pass: "added" });
    const key = { ...names, contentHash: contentKey };
    const cell = hashOf(key);
    const { hourIso: _hour, ...figures } = use;
    if (!cells.has(cell)) cells.set(cell, { ...figures, ...key, cell, firstEntryId: firstRef });
  }
  return [...cells.values()];
}

function hashOf(key: object): string {
  return createHash("sha256").update(JSON.stringify(key)).digest("base64");
}

function picked<Row, Field extends keyof Row>(row: Row, fields: readonly Field[]): object {
  return fields.map((field) => row[field]);
}

export function targetDelta(stored: readonly StoredTarget[], wanted: readonly TargetCell[]): RowDelta<TargetCell> {
  return namedRowDelta(
    stored,
    wanted,
    (row) => row.cell,
    (row) => picked(row, TARGET_FIGURES),
  );
}

export function skillDelta(stored: readonly StoredSkill[], wanted: readonly SkillCell[]): RowDelta<SkillCell> {
  return namedRowDelta(
    stored,
    wanted,
    (row) => row.cell,
    (row) => picked(row, SKILL_FIGURES),
  );
}

/**
 * Makes the stored targets and skills of a session these ones, by their differences. The days of targets are those of
 * the time zone in which the session counts. Rows under a name that the session's person no longer has are written
 * anew.
 */
export async function writeInsights(
  sql: TenantSql,
  owner: SessionOwner,
  wanted: { readonly targets: readonly TargetCell[]; readonly skills: readonly SkillCell[] },
  timeZone: string,
): Promise<void> {
  const stored = await readTargets(sql, owner);
  const foreign = stored.filter(({ person }) => person !== owner.person).map(({ cell }) => cell);
  const targets = targetDelta(
    stored.filter(({ person }) => person === owner.person),
    wanted.targets,
  );
  const written = targets.upserts.map(({ cell }) => cell);
  const cells = [...new Set([...foreign, ...targets.deletions, ...written])];
  const emptied = await takeOutTargets(sql, owner, { timeZone, cells });
  await forgetOtherPersons(sql, owner);
  await deleteTargets(sql, owner, targets.deletions);
  await upsertTargets(sql, owner, targets.upserts);
  await putInTargets(sql, owner, { timeZone, cells: written }, emptied);
  const skills = skillDelta(await readSkills(sql, owner), wanted.skills);
  await deleteSkills(sql, owner, skills.deletions);
  await upsertSkills(sql, owner, skills.upserts);
  if (skills.deletions.length + skills.upserts.length > 0) await recountSkillDays(sql, owner, timeZone);
}
