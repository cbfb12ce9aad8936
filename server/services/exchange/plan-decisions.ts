import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import {
  canBecome,
  mayBeEdited,
  olderOf,
  type Replaces,
  replaceCycle,
  statusOf,
} from "../../core/decisions/transitions";
import type { PortableDecision } from "../../core/formats/portable";
import type { TenantSql } from "../../db/client";
import { mayAccept } from "../memory/may-accept";
import { DECISIONS } from "./kinds";
import type { PlannedRecord } from "./plan-records";

type Numbered = PortableDecision & { readonly number: number };

/** Statuses that anybody who may write gives a decision; the others are a review. */
const OPEN: ReadonlySet<string> = new Set(["draft", "proposed"]);

/** The status that the record gets, and why it is another than the file says; null when it must stay as it is. */
export function settledStatus(
  scope: ProjectScope,
  record: Numbered,
  known: Numbered | null,
): { readonly status: string; readonly note: string | null } | null {
  const { status } = record;
  if (known === null) {
    if (OPEN.has(status) || mayAccept(scope)) return { status, note: null };
    return {
      status: "proposed",
      note: `It is ${status} in the file and arrives as proposed: you may not accept decisions.`,
    };
  }
  const before = statusOf(known.status);
  if (!mayBeEdited(before)) return null;
  if (before === status) return { status, note: null };
  const isAllowed = canBecome(before, statusOf(status)) && (OPEN.has(status) || mayAccept(scope));
  if (isAllowed) return { status, note: null };
  return { status: before, note: `It stays ${before}: it cannot become ${status} through a file here.` };
}

/** Takes out links that lead nowhere or in a circle, and says which. */
export async function settledLinks(
  sql: TenantSql,
  scope: ProjectScope,
  planned: readonly PlannedRecord<PortableDecision>[],
): Promise<PlannedRecord<PortableDecision>[]> {
  const edges = new Map<number, Replaces>(
    planned.filter(({ isSkipped }) => !isSkipped).map(({ record }) => [record.number, record]),
  );
  await addKnownEdges(sql, scope, edges);
  return planned.map((one) => {
    const notes: string[] = [];
    const supersedes = keptLinks(one.record.number, "supersedes", edges, notes);
    const amends = keptLinks(one.record.number, "amends", edges, notes);
    if (one.isSkipped || notes.length === 0) return one;
    return { ...one, record: { ...one.record, supersedes, amends }, notes: [...one.notes, ...notes] };
  });
}

/** The next link is judged without those that were taken out, so that a circle loses one link and not all of them. */
function keptLinks(
  number: number,
  list: "supersedes" | "amends",
  edges: Map<number, Replaces>,
  notes: string[],
): readonly number[] {
  for (const old of edges.get(number)?.[list] ?? []) {
    const ref = recordRef("decision", old);
    const replaces = { supersedes: [old], amends: [] };
    const cycle = edges.has(old) ? replaceCycle(number, replaces, edges) : null;
    if (edges.has(old) && cycle === null) continue;
    const way = cycle?.map((step) => recordRef("decision", step)).join(" replaces ");
    notes.push(
      way === undefined
        ? `There is no ${ref} to replace; that link was left out.`
        : `That would be a circle: ${way}. The link to ${ref} was left out.`,
    );
    const links = edges.get(number) ?? { supersedes: [], amends: [] };
    edges.set(number, { ...links, [list]: links[list].filter((other) => other !== old) });
  }
  return edges.get(number)?.[list] ?? [];
}

const MAX_DEPTH = 100;

/** What the decisions here, to which the files lead, replace themselves. */
async function addKnownEdges(sql: TenantSql, scope: ProjectScope, edges: Map<number, Replaces>): Promise<void> {
  let wave = [...edges.values()].flatMap(olderOf).filter((number) => !edges.has(number));
  for (let depth = 0; wave.length > 0 && depth < MAX_DEPTH; depth++) {
    const found = await DECISIONS.find(sql, scope, [...new Set(wave)], []);
    for (const { number, record } of found) edges.set(number, record);
    wave = found.flatMap(({ record }) => olderOf(record)).filter((number) => !edges.has(number));
  }
}
