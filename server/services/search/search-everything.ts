import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { type AnalysedQuery, analyse, conditionOf } from "../../core/search/analyse";
import { type Alternative, densityOf, fieldConditions, isDense } from "../../core/search/density";
import type { Everything } from "../../core/search/everything-view";
import { isStrict, plan, type SearchPlan, type Vocabulary } from "../../core/search/expand";
import { projectToken, SEARCH_KINDS, type SearchKind } from "../../core/search/fields";
import { type ParsedQuery, parseQuery } from "../../core/search/parse-query";
import { compareRanked, type Ranked, rankCandidates } from "../../core/search/rank";
import { MAX_WORD_CHARACTERS } from "../../core/search/words";
import type { TenantSql } from "../../db/client";
import { sessionsToIndex } from "../../db/search/events";
import {
  type CandidateQuery,
  type CandidateRow,
  countKinds,
  findCandidates,
  readFound,
  withinTime,
} from "../../db/search/everything";
import type { Deps } from "../deps";
import { type EverythingCursor, readEverythingCursor, writeEverythingCursor } from "./everything-cursor";
import { toHit } from "./hits";
import { vocabularyFor } from "./vocabulary";

export interface EverythingInput {
  readonly query: string;
  /** One kind only; the counts by kind stay those of all. */
  readonly kind: SearchKind | null;
  /** Whether misspelt words are corrected. */
  readonly correct: boolean;
  readonly cursor: string | null;
  readonly limit: number;
}

/** So many of the newest matches are ranked, of records and of events each. */
const MAX_CANDIDATES = 400;
/** When fewer entries have all words, those that have some are shown too. */
const FEW = 10;
const SNIPPET_SOURCE_CHARACTERS = 16_000;

/** Everything that the project knows about the words of a query: records, documents, and events of all sessions. */
export async function searchEverything(
  deps: Deps,
  scope: ProjectScope,
  input: EverythingInput,
): Promise<Result<Everything>> {
  const parsed = parseQuery(input.query);
  if (!parsed.ok) return parsed;
  const cursor = readEverythingCursor(input.cursor);
  if (!cursor.ok) return cursor;
  const analysed = analyse(parsed.value);
  const { fields, fromMs, untilMs, terms } = parsed.value;
  const isWordless = analysed.words.length === 0;
  if (isWordless && terms.length > 0 && fields.length === 0 && fromMs === null && untilMs === null) {
    return fail("bad_request", wordlessMessage(terms), { field: "query" });
  }
  const tokens = fields.map(({ token }) => token);
  const vocabulary = await vocabularyFor(deps, scope, analysed.words, tokens, input.correct);
  const search = { input, parsed: parsed.value, analysed, vocabulary, plan: plan(analysed.words, vocabulary) };
  const answer = await withinTime(deps.db, scope, (sql) => run(deps, sql, scope, search, cursor.value));
  if (answer !== null) return ok(answer);
  const message = "The search took too long and was ended. Add a field such as kind:decision, or a rarer word.";
  return fail("unavailable", message, { retryAfterSeconds: 5 });
}

function wordlessMessage(terms: ParsedQuery["terms"]): string {
  const isLong = terms.some(({ text }) => text.split(/\s+/).some((word) => word.length > MAX_WORD_CHARACTERS));
  return isLong
    ? `A word of more than ${MAX_WORD_CHARACTERS} characters is not looked for. Use a part of it that stands by itself.`
    : "These words are in nearly every text. Add one that tells what it is about.";
}

interface Search {
  readonly input: EverythingInput;
  readonly parsed: ParsedQuery;
  readonly analysed: AnalysedQuery;
  readonly vocabulary: Vocabulary;
  readonly plan: SearchPlan;
}

async function run(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  search: Search,
  cursor: EverythingCursor | null,
): Promise<Everything> {
  const { input, analysed, plan: planned } = search;
  const nowMs = cursor?.nowMs ?? deps.clock.now().getTime();
  const find = (strictly: boolean) =>
    findCandidates(sql, scope, { ...anyKind(scope, search, strictly), kind: input.kind }, planned.variants);
  const strict = await find(true);
  const isAll = strict.length >= FEW || planned.relaxed === null || !canRelax(search);
  const found = isAll ? strict : merged(strict, await find(false));
  const ranked = rankCandidates(found.map(toCandidate), analysed.words.length, nowMs);
  const rest = cursor ? ranked.filter((one) => compareRanked(one, cursor.last) > 0) : ranked;
  const page = rest.slice(0, input.limit);
  const last = page.at(-1);
  const kinds = input.kind === null ? countOf(found) : await countKinds(sql, scope, anyKind(scope, search, isAll));
  return {
    hits: await readHits(sql, scope, page, planned),
    matched: isAll || found.length === strict.length ? "all" : "some",
    corrected: planned.corrected,
    kinds: facetsOf(kinds),
    isBounded: isBounded(found),
    isComplete: (await sessionsToIndex(sql, scope, 1)).length === 0,
    timeZone: scope.timeZone,
    nextCursor: last && rest.length > page.length ? writeEverythingCursor({ nowMs, last }) : null,
  };
}

/** Phrases in quotes are demanded, whatever else gives way. */
function relaxedOf({ analysed, plan: planned }: Search): string | null {
  const demanded = analysed.words.filter(({ isPhrase }) => isPhrase).map(({ query }) => query);
  return [...demanded, ...(planned.relaxed === null ? [] : [planned.relaxed])].join(" & ") || null;
}

/** A single word that is found only as itself has no looser reading. */
function canRelax({ analysed, plan: planned }: Search): boolean {
  return analysed.words.some(({ isPhrase }) => !isPhrase) && planned.relaxed !== planned.strict;
}

function anyKind(scope: ProjectScope, search: Search, strictly: boolean): CandidateQuery {
  const { parsed, analysed, plan: planned, vocabulary } = search;
  const date = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    condition: conditionOf(projectToken(scope.projectId), parsed, analysed.excluded),
    match: strictly ? planned.strict : relaxedOf(search),
    kind: null,
    from: date(parsed.fromMs),
    until: date(parsed.untilMs),
    limit: MAX_CANDIDATES,
    isDense: isDense(densityOf(conditionsOf(search, strictly), vocabulary), vocabulary.entries),
  };
}

/** What an entry must meet, as lexemes: each word, or any of them, and the fields. */
function conditionsOf({ parsed, analysed, plan: planned }: Search, strictly: boolean): Alternative[][] {
  const fields = fieldConditions(parsed.fields);
  if (analysed.words.length === 0) return fields;
  if (!strictly) return [...fields, [...planned.variants]];
  return [
    ...fields,
    ...analysed.words.map((_, at) => planned.variants.filter((one) => one.word === at && isStrict(one))),
  ];
}

function merged(strict: readonly CandidateRow[], relaxed: readonly CandidateRow[]): CandidateRow[] {
  const byName = new Map([...relaxed, ...strict].map((row) => [`${row.kind} ${row.key}`, row]));
  return [...byName.values()];
}

function toCandidate({ at, ...row }: CandidateRow) {
  return { ...row, atMs: at.getTime() };
}

interface KindCount {
  readonly kind: SearchKind;
  readonly count: number;
}

function countOf(found: readonly CandidateRow[]): KindCount[] {
  return SEARCH_KINDS.map((kind) => ({ kind, count: found.filter((row) => row.kind === kind).length }));
}

function isBounded(found: readonly CandidateRow[]): boolean {
  const events = found.filter(({ kind }) => kind === "event").length;
  return events >= MAX_CANDIDATES || found.length - events >= MAX_CANDIDATES;
}

function facetsOf(counts: readonly KindCount[]): Everything["kinds"] {
  const of = (isEvent: boolean) =>
    counts.filter(({ kind }) => (kind === "event") === isEvent).reduce((sum, { count }) => sum + count, 0);
  const [events, records] = [of(true), of(false)];
  return SEARCH_KINDS.flatMap((kind) => {
    const count = counts.find((one) => one.kind === kind)?.count ?? 0;
    return count === 0 ? [] : [{ kind, count, isMore: (kind === "event" ? events : records) >= MAX_CANDIDATES }];
  });
}

async function readHits(sql: TenantSql, scope: ProjectScope, page: readonly Ranked[], planned: SearchPlan) {
  if (page.length === 0) return [];
  const marked = markedLexemes(planned);
  const rows = await readFound(sql, scope, page, SNIPPET_SOURCE_CHARACTERS);
  const byName = new Map(rows.map((row) => [`${row.kind} ${row.key}`, row]));
  return page.flatMap(({ kind, key }) => {
    const row = byName.get(`${kind} ${key}`);
    return row ? [toHit(row, marked)] : [];
  });
}

/** What a snippet marks: a related word is a hint for ranking and would puzzle a reader. */
function markedLexemes({ variants }: SearchPlan): Set<string> {
  const shown = variants.filter(({ why }) => why !== "related");
  return new Set(
    shown.flatMap(({ why, lexemes }) => (why === "beginning" ? lexemes.map((lexeme) => `${lexeme}*`) : lexemes)),
  );
}
