import { recordRef } from "../../core/decisions/record-ref";
import { canBecome, statusOf, supersedeCycle } from "../../core/decisions/transitions";
import { fail, ok, type Result } from "../../core/result";
import { countOtherSuccessors, readDecisionVersions, readSupersedes } from "../../db/memory/decision-record";
import { contentOf, type DecisionChange, writeNext } from "./decision-change";

const MAX_DEPTH = 100;

/** Refuses decisions that do not exist, and a circle; the way round is named. */
export async function checkSupersedes(
  { tx, scope }: DecisionChange,
  number: number,
  supersedes: readonly number[],
): Promise<Result<null>> {
  const edges = new Map<number, readonly number[]>();
  let wave = [...supersedes];
  for (let depth = 0; wave.length > 0 && depth < MAX_DEPTH; depth++) {
    const rows = await readSupersedes(tx, scope, wave);
    for (const row of rows) edges.set(row.number, row.supersedes);
    wave = rows.flatMap((row) => row.supersedes).filter((older) => !edges.has(older));
  }
  const missing = supersedes.find((old) => !edges.has(old));
  if (missing !== undefined) {
    return fail("bad_request", `There is no ${recordRef("decision", missing)} to supersede. Check its number.`, {
      field: "supersedes",
    });
  }
  const cycle = supersedeCycle(number, supersedes, edges);
  if (cycle === null) return ok(null);
  const way = cycle.map((step) => recordRef("decision", step)).join(" supersedes ");
  return fail("conflict", `That would be a circle: ${way}. Take one of these links out first.`, {
    field: "supersedes",
  });
}

/** A decision held some others as replaced and holds some now: those that went stand again, those that came do not. */
export async function settleReplaced(
  change: DecisionChange,
  number: number,
  held: readonly number[],
  holds: readonly number[],
): Promise<Result<null>> {
  const released = await releaseAll(
    change,
    number,
    held.filter((old) => !holds.includes(old)),
  );
  if (!released.ok) return released;
  return supersedeAll(
    change,
    holds.filter((old) => !held.includes(old)),
  );
}

/** The successor holds: what it replaces becomes superseded, each as a new version. What is final already stays. */
export async function supersedeAll(change: DecisionChange, replaced: readonly number[]): Promise<Result<null>> {
  for (const old of [...replaced].sort((a, b) => a - b)) {
    const [latest] = await readDecisionVersions(change.tx, change.scope, old, 1);
    if (!latest || !canBecome(statusOf(latest.status), "superseded")) continue;
    const content = contentOf(latest);
    const next = await writeNext(change, old, latest, { status: "superseded", content, action: "decision.superseded" });
    if (!next.ok) return next;
  }
  return ok(null);
}

/** The successor holds no longer: what only it replaced stands again as it did before, each as a new version. */
async function releaseAll(
  change: DecisionChange,
  successor: number,
  replaced: readonly number[],
): Promise<Result<null>> {
  for (const old of [...replaced].sort((a, b) => a - b)) {
    const [latest, before] = await readDecisionVersions(change.tx, change.scope, old, 2);
    if (latest?.status !== "superseded" || !before) continue;
    if ((await countOtherSuccessors(change.tx, change.scope, old, successor)) > 0) continue;
    const status = statusOf(before.status);
    const content = contentOf(latest);
    const next = await writeNext(change, old, latest, { status, content, action: "decision.restored" });
    if (!next.ok) return next;
  }
  return ok(null);
}
