import type { ProjectScope } from "../../core/access/scope";
import { ok, type Result } from "../../core/result";
import { readQuery } from "../../core/search/read-query";
import type { Found } from "../../core/search/views";
import { type FoundNameRow, type FoundRecordRow, findNames, findRecords } from "../../db/search/find";
import type { Deps } from "../deps";

export interface FindInput {
  readonly query: string;
  /** Most results a group. */
  readonly limit: number;
}

/** Sessions, records and names of the project that a word or a number leads to. Texts are searched by `search.everything`. */
export async function find(deps: Deps, scope: ProjectScope, input: FindInput): Promise<Result<Found>> {
  const query = readQuery(input.query);
  const isEmpty = query.digits === null && query.words.length === 0;
  const [records, names] = await Promise.all([
    isEmpty ? [] : findRecords(deps.db, scope, { ...query, limit: input.limit }),
    query.words.length === 0 ? [] : findNames(deps.db, scope, query.words, input.limit),
  ]);
  return ok({ ...groupRecords(records), ...groupNames(names, input.limit) });
}

function groupRecords(rows: readonly FoundRecordRow[]) {
  const of = (kind: FoundRecordRow["kind"]) => rows.filter((row) => row.kind === kind);
  const withStatus = ({ number, title, detail }: FoundRecordRow) => ({ number, title, status: detail });
  return {
    sessions: of("session").map(({ number, title, detail }) => ({ number, title, client: detail })),
    decisions: of("decision").map(withStatus),
    failures: of("failure").map(withStatus),
    constraints: of("constraint").map(withStatus),
    preferences: of("preference").map(withStatus),
    handoffs: of("handoff").map(withStatus),
    summaries: of("summary").map(({ number, title, session }) => ({ number, title, session })),
  };
}

function groupNames(rows: readonly FoundNameRow[], limit: number) {
  const of = (kind: FoundNameRow["kind"]) => rows.filter((row) => row.kind === kind).map(({ name }) => name);
  const active = of("person");
  const quiet = of("member").filter((name) => !active.includes(name));
  const people = [
    ...active.map((name) => ({ name, hasSessions: true })),
    ...quiet.map((name) => ({ name, hasSessions: false })),
  ];
  return { agents: of("agent"), skills: of("skill"), people: people.slice(0, limit) };
}
