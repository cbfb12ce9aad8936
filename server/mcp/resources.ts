import type { ListResourcesResult, ListResourceTemplatesResult } from "@modelcontextprotocol/server";
import type { Right } from "../core/access/rights";
import { DECISIONS_FILE } from "../core/decisions/decisions-file";
import { NO_RECORD_FILTER } from "../core/decisions/record-filter";
import { recordNumber, recordRef } from "../core/decisions/record-ref";
import { startItems } from "../core/protocol/start-items";
import type { BudgetPolicy } from "../core/prune/model";
import { notFound, ok, type Result } from "../core/result";
import { readLatestDecisions } from "../db/protocol/decisions";
import { currentPolicy } from "../services/analysis/current-policy";
import { waitingHandoff } from "../services/handoffs/waiting-handoff";
import { readNotices } from "../services/memory/decision-standings";
import { dueDecisions } from "../services/memory/due-decisions";
import { getDecision } from "../services/memory/get-decision";
import { listDecisions } from "../services/memory/list-decisions";
import { namedNotices } from "../services/memory/named-notices";
import { rulesInForce } from "../services/rules/rules-in-force";
import { listText, noticeLine, recordText } from "./resource-text";
import type { KeyWorld } from "./tool";

export const MARKDOWN = "text/markdown";
const DECISION_URI = /^steward:\/\/decisions\/([^/?#]{1,40})$/;

interface Resource {
  readonly listed: ListResourcesResult["resources"][number];
  readonly right: Right;
  readonly read: (world: KeyWorld, limit: BudgetPolicy) => Promise<Result<string>>;
}

export const RESOURCES: readonly Resource[] = [
  {
    listed: {
      uri: "steward://decisions",
      name: "decisions",
      title: "Decisions",
      description: "What holds, and above it what no longer does.",
      mimeType: MARKDOWN,
    },
    right: "decision:read",
    read: decisions,
  },
  {
    listed: {
      uri: "steward://constraints",
      name: "constraints",
      title: "Constraints",
      description: "What must be kept to.",
      mimeType: MARKDOWN,
    },
    right: "memory:read",
    read: constraints,
  },
  {
    listed: {
      uri: "steward://handoff",
      name: "handoff",
      title: "Handoff",
      description: "The note that waits for the next session.",
      mimeType: MARKDOWN,
    },
    right: "handoff:read",
    read: handoff,
  },
];

export const DECISION_TEMPLATE: ListResourceTemplatesResult["resourceTemplates"][number] = {
  uriTemplate: "steward://decisions/{ref}",
  name: "decision",
  title: "Decision",
  description: "One decision, such as DEC-012.",
  mimeType: MARKDOWN,
};

/** What stands under an address; null for one that is none of ours. */
export function resourceAt(uri: string): Pick<Resource, "right" | "read"> | null {
  const listed = RESOURCES.find((resource) => resource.listed.uri === uri);
  if (listed) return listed;
  const ref = DECISION_URI.exec(uri)?.[1];
  return ref === undefined ? null : { right: "decision:read", read: (world, limit) => decision(world, ref, limit) };
}

/** The text of a resource, within what the project lets into a window at once. */
export async function readResource(world: KeyWorld, resource: Pick<Resource, "read">): Promise<Result<string>> {
  const { deps, scope } = world;
  const { budget } = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  return resource.read(world, budget);
}

const MOST_DECISIONS = 200;
const MOST_NOTICES = 50;
const NOTHING_ELSE = { rules: [], handoff: null, withdrawn: [] };
const NO_WORK = { session: null, task: "", branch: null, todos: [], checks: [] };

async function decisions({ deps, scope }: KeyWorld, limit: BudgetPolicy): Promise<Result<string>> {
  const superseded = { ...NO_RECORD_FILTER, status: "superseded" } as const;
  const [rows, replaced, due] = await Promise.all([
    readLatestDecisions(deps.db, scope, MOST_DECISIONS),
    listDecisions(deps, scope, { filter: superseded, sort: "changed", cursor: null, limit: MOST_NOTICES }),
    dueDecisions(deps, scope, { cursor: null, limit: MOST_NOTICES }),
  ]);
  if (!replaced.ok) return replaced;
  if (!due.ok) return due;
  const notices = await readNotices(deps.db, scope, rows);
  const items = startItems({
    ...NOTHING_ELSE,
    work: NO_WORK,
    decisions: rows.map((row) => ({ ...row, notice: notices.get(row.number) ?? null })),
  });
  const lookFirst = [
    ...replaced.value.rows.map(({ number, notice }) => `${recordRef("decision", number)}: ${notice ?? "Superseded."}`),
    ...due.value.rows.map(({ number, reasons }) => dueLine(number, reasons)),
  ];
  const empty = "Nothing is decided yet.";
  return ok(listText({ title: "Decisions", notices: lookFirst, items, empty }, limit));
}

function dueLine(number: number, reasons: readonly string[]): string {
  return `${recordRef("decision", number)}: A review is due. ${reasons.join(" ")}`.trim();
}

async function decision({ deps, scope }: KeyWorld, ref: string, limit: BudgetPolicy): Promise<Result<string>> {
  const number = recordNumber("decision", ref.toUpperCase()) ?? 0;
  if (number === 0 || number > 2_147_483_647) return notFound("decision", ref);
  const found = await getDecision(deps, scope, number);
  if (!found.ok) return found;
  const { notice, due, versions } = found.value;
  const [latest] = versions;
  if (!latest) return notFound("decision", ref);
  const notices = [
    ...(notice === null ? [] : [notice]),
    ...(due.length > 0 ? [`A review is due. ${due.join(" ")}`] : []),
  ];
  // The notice stands above the record, so the record does not say it again.
  return ok(recordText(notices, DECISIONS_FILE.markdown({ number, notice: null, ...latest }), limit));
}

async function constraints({ deps, scope }: KeyWorld, limit: BudgetPolicy): Promise<Result<string>> {
  const rules = (await rulesInForce(deps.db.pool, scope)).filter(({ kind }) => kind === "constraint");
  const items = startItems({ ...NOTHING_ELSE, rules, work: NO_WORK, decisions: [] });
  const named = await namedNotices(deps.db, scope, items.map(({ text }) => text).join("\n"));
  const empty = "No constraint is in force.";
  return ok(listText({ title: "Constraints", notices: named.map(noticeLine), items, empty }, limit));
}

async function handoff({ deps, scope }: KeyWorld, limit: BudgetPolicy): Promise<Result<string>> {
  const note = await waitingHandoff(deps, scope);
  if (note === null) return ok("No handoff note waits.\n");
  const { number, title, status, claimed, markdown, notices } = note;
  const hand = status === "claimed" ? `claimed by ${claimed?.name ?? "somebody"}` : status;
  const head = `${recordRef("handoff", number)} (${hand}): ${title.replace(/\s+/g, " ")}`;
  return ok(recordText(notices.map(noticeLine), `${head}\n\n${markdown}`, limit));
}
