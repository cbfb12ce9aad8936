import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";
import { type AnalysedQuery, analyse, conditionOf, groupsOf } from "../../core/search/analyse";
import { type Alternative, fieldConditions, largestShare } from "../../core/search/density";
import type { Everything } from "../../core/search/everything-view";
import type { ExactPhrase } from "../../core/search/exact-phrase";
import { isStrict, plan, type SearchPlan, type Vocabulary } from "../../core/search/expand";
import { projectToken, SEARCH_KINDS, type SearchKind } from "../../core/search/fields";
import { type Folded, foldEqualTexts } from "../../core/search/fold";
import { fuseByRank } from "../../core/search/fuse";
import { type ParsedQuery, parseQuery } from "../../core/search/parse-query";
import { compareRanked, type Ranked, rankCandidates } from "../../core/search/rank";
import { MAX_WORD_CHARACTERS } from "../../core/search/words";
import type { TenantSql } from "../../db/client";
import { sessionsToIndex } from "../../db/search/events";
import {
  type CandidateRow,
  countKinds,
  findCandidates,
  type KindCountRow,
  readFound,
  readTexts,
  withinTime,
} from "../../db/search/everything";
import type { NearRow } from "../../db/search/nearest";
import type { Deps } from "../deps";
import { type EverythingCursor, readEverythingCursor, writeEverythingCursor } from "./everything-cursor";
import { toHit } from "./hits";
import { BY_WORDS, type Near, nearInMeaning } from "./near-in-meaning";
import { type MatchQuery, newestMatches } from "./newest-matches";
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
  const near = await nearOf(deps, scope, search, cursor.value);
  const answer = await withinTime(deps.db, scope, (sql) => run(deps, sql, scope, { ...search, near }, cursor.value));
  if (answer !== null) return ok(answer);
  const message = "The search took too long and was ended. Add a field such as kind:decision, or a rarer word.";
  return fail("unavailable", message, { retryAfterSeconds: 5 });
}

function wordlessMessage(terms: ParsedQuery["terms"]): string {
  const texts = terms.map(({ text }) => text);
  if (texts.some((text) => text.split(/\s+/).some((word) => word.length > MAX_WORD_CHARACTERS))) {
    return `A word of more than ${MAX_WORD_CHARACTERS} characters is not looked for. Use a part of it that stands by itself.`;
  }
  if (!texts.some((text) => /[\p{L}\p{N}]/u.test(text))) {
    return "Only letters and digits are looked for. Add a word that stands near these signs.";
  }
  return "These words are in nearly every text. Add one that tells what it is about.";
}

interface Search {
  readonly input: EverythingInput;
  readonly parsed: ParsedQuery;
  readonly analysed: AnalysedQuery;
  readonly vocabulary: Vocabulary;
  readonly plan: SearchPlan;
}

/** What is near in meaning; nothing when the query has no loose words, or the first page went by words. */
async function nearOf(deps: Deps, scope: ProjectScope, search: Search, cursor: EverythingCursor | null): Promise<Near> {
  const { parsed, analysed } = search;
  const hasWords = analysed.words.some(({ isPhrase }) => !isPhrase);
  if (!hasWords || cursor?.byMeaning === false) return BY_WORDS;
  const asked = parsed.terms.filter(({ isExcluded }) => !isExcluded).map(({ text }) => text);
  const { condition, from, until } = anyKind(scope, search, true);
  const where = { condition: [condition, ...phrasesOf(search)].join(" & "), from, until };
  return nearInMeaning(deps, scope, asked.join(" "), where);
}

async function run(
  deps: Deps,
  sql: TenantSql,
  scope: ProjectScope,
  search: Search & { readonly near: Near },
  cursor: EverythingCursor | null,
): Promise<Everything> {
  const { input, analysed, plan: planned } = search;
  const nowMs = cursor?.nowMs ?? deps.clock.now().getTime();
  let hasMore = false;
  const find = async (strictly: boolean, kind = input.kind) => {
    const query = { ...anyKind(scope, search, strictly), kind };
    const rows = await newestMatches(sql, query, (one) => findCandidates(sql, scope, one, planned.variants), lengthOf);
    hasMore ||= isBounded(rows);
    return wordForWord(sql, scope, rows, analysed.exact);
  };
  const strict = await find(true);
  const isAll = strict.length >= FEW || planned.relaxed === null || !canRelax(search);
  const found = isAll ? strict : merged(strict, await find(false));
  const near = await wordForWord(sql, scope, search.near.rows ?? [], analysed.exact);
  const byWords = foldEqualTexts(rankCandidates(found.map(toCandidate), analysed.words.length, nowMs), found);
  const byMeaning = search.near.rows !== null;
  const ofKind = near.filter(({ kind }) => input.kind === null || kind === input.kind);
  const ranked = byMeaning ? fuseByRank(byWords, found, ofKind) : byWords;
  const isCut = hasMore;
  const rest = restOf(ranked, byMeaning, cursor);
  const page = rest.slice(0, input.limit);
  const last = page.at(-1);
  const countOthers = async () =>
    analysed.exact.length > 0 ? countOf(await find(isAll, null)) : countAll(sql, scope, anyKind(scope, search, isAll));
  const kinds = input.kind === null ? countOf(found) : await countOthers();
  const others = countOf(onlyNear(ofKind, found));
  const shown = (cursor?.shown ?? 0) + page.length;
  return {
    hits: await readHits(sql, scope, page, planned),
    matched: isAll || found.length === strict.length ? "all" : "some",
    corrected: planned.corrected,
    byMeaning: byMeaning && ofKind.length > 0,
    meaningFault: search.near.fault,
    kinds: facetsOf([...kinds, ...others]),
    isBounded: isCut,
    isComplete: (await sessionsToIndex(sql, scope, 1)).length === 0,
    timeZone: scope.timeZone,
    nextCursor: last && rest.length > page.length ? writeEverythingCursor({ nowMs, last, byMeaning, shown }) : null,
  };
}

/** What stands behind the last page. Without the meaning that ordered it, so many are passed over. */
function restOf(ranked: readonly Folded[], byMeaning: boolean, cursor: EverythingCursor | null): readonly Folded[] {
  if (!cursor) return ranked;
  if (cursor.byMeaning && !byMeaning) return ranked.slice(cursor.shown);
  return ranked.filter((one) => compareRanked(one, cursor.last) > 0);
}

/** Of the near entries those that the words did not find, nor another with their text. */
function onlyNear(near: readonly NearRow[], found: readonly CandidateRow[]): NearRow[] {
  const idOf = (entry: NearRow | CandidateRow) => entry.text ?? nameOf(entry);
  const known = new Set(found.map(idOf));
  return near.filter((entry) => !known.has(idOf(entry)));
}

/** Of the entries those whose texts have the phrases, and not those that are excluded. */
async function wordForWord<Row extends Pick<Ranked, "kind" | "key">>(
  sql: TenantSql,
  scope: ProjectScope,
  rows: readonly Row[],
  phrases: readonly ExactPhrase[],
): Promise<readonly Row[]> {
  if (phrases.length === 0 || rows.length === 0) return rows;
  const texts = await readTexts(sql, scope, rows, SNIPPET_SOURCE_CHARACTERS);
  const fitting = texts.filter(({ text }) => phrases.every((one) => one.matches(text) !== one.isExcluded));
  const names = new Set(fitting.map(nameOf));
  return rows.filter((row) => names.has(nameOf(row)));
}

function nameOf({ kind, key }: Pick<Ranked, "kind" | "key">): string {
  return `${kind} ${key}`;
}

/** Phrases in quotes are demanded, whatever else gives way. */
function phrasesOf({ analysed }: Search): string[] {
  return analysed.words.filter(({ isPhrase }) => isPhrase).map(({ query }) => query);
}

function relaxedOf(search: Search): string | null {
  const { plan: planned } = search;
  return [...phrasesOf(search), ...(planned.relaxed === null ? [] : [planned.relaxed])].join(" & ") || null;
}

/** A single word that is found only as itself has no looser reading. */
function canRelax({ analysed, plan: planned }: Search): boolean {
  return analysed.words.some(({ isPhrase }) => !isPhrase) && planned.relaxed !== planned.strict;
}

function anyKind(scope: ProjectScope, search: Search, strictly: boolean): MatchQuery {
  const { parsed, analysed, plan: planned, vocabulary } = search;
  const date = (ms: number | null) => (ms === null ? null : new Date(ms));
  return {
    condition: conditionOf(projectToken(scope.projectId), parsed, analysed.excluded),
    match: strictly ? planned.strict : relaxedOf(search),
    kind: null,
    groups: groupsOf(parsed.fields),
    from: date(parsed.fromMs),
    until: date(parsed.untilMs),
    limit: MAX_CANDIDATES,
    share: largestShare(conditionsOf(search, strictly), vocabulary),
    entries: vocabulary.entries,
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
  const byName = new Map([...relaxed, ...strict].map((row) => [nameOf(row), row]));
  return [...byName.values()];
}

function toCandidate({ at, ...row }: CandidateRow) {
  return { ...row, atMs: at.getTime() };
}

function lengthOf(rows: readonly unknown[]): number {
  return rows.length;
}

function countAll(sql: TenantSql, scope: ProjectScope, query: MatchQuery): Promise<KindCountRow[]> {
  const sum = (rows: readonly KindCountRow[]) => rows.reduce((total, { count }) => total + count, 0);
  return newestMatches(sql, query, (one) => countKinds(sql, scope, one), sum);
}

function countOf(found: readonly Pick<Ranked, "kind">[]): KindCountRow[] {
  return SEARCH_KINDS.map((kind) => ({ kind, count: found.filter((row) => row.kind === kind).length }));
}

function isBounded(found: readonly CandidateRow[]): boolean {
  const events = found.filter(({ kind }) => kind === "event").length;
  return events >= MAX_CANDIDATES || found.length - events >= MAX_CANDIDATES;
}

function facetsOf(counts: readonly KindCountRow[]): Everything["kinds"] {
  const of = (isEvent: boolean) =>
    counts.filter(({ kind }) => (kind === "event") === isEvent).reduce((sum, { count }) => sum + count, 0);
  const [events, records] = [of(true), of(false)];
  return SEARCH_KINDS.flatMap((kind) => {
    const count = counts.filter((one) => one.kind === kind).reduce((sum, { count: more }) => sum + more, 0);
    return count === 0 ? [] : [{ kind, count, isMore: (kind === "event" ? events : records) >= MAX_CANDIDATES }];
  });
}

async function readHits(sql: TenantSql, scope: ProjectScope, page: readonly Folded[], planned: SearchPlan) {
  if (page.length === 0) return [];
  const marked = markedLexemes(planned);
  const rows = await readFound(sql, scope, page, SNIPPET_SOURCE_CHARACTERS);
  const byName = new Map(rows.map((row) => [nameOf(row), row]));
  return page.flatMap((one) => {
    const row = byName.get(nameOf(one));
    return row ? [toHit(row, marked, one.equal)] : [];
  });
}

/** What a snippet marks: a related word is a hint for ranking and would puzzle a reader. */
function markedLexemes({ variants }: SearchPlan): Set<string> {
  const shown = variants.filter(({ why }) => why !== "related");
  return new Set(
    shown.flatMap(({ why, lexemes }) => (why === "beginning" ? lexemes.map((lexeme) => `${lexeme}*`) : lexemes)),
  );
}
