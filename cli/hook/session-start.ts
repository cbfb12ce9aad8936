import path from "node:path";
import { isObject, type JsonObject, listAt, stringAt } from "@/server/core/transcripts/json";
import { dropAdvice } from "./advice";
import { mostCharacters } from "./answer";
import { askServer, fitsQuery, NoAnswer, Refused } from "./ask-server";
import { branchOf } from "./branch";
import type { HookConnection } from "./connection";
import { findPlace } from "./find-place";
import type { HookCall } from "./payload";
import { keepPlace, knownPlace, type Place } from "./place";
import { type HookState, memoryFile, readJson, sessionFolder, writeJson } from "./state";

/** An agent waits for its session to begin. */
const DEADLINE_MS = 1_500;
/** A text with about four characters a token, of which a start may take a tenth of the window. */
const WINDOW_TOKENS_PER_CHARACTER = 10 / 4;

const MAX_BRANCH_CHARACTERS = 300;
const NOT_FOUND = 404;

/**
 * Constraints, decisions, the note that waits and the work that was left, for a session that begins. Null when there is
 * nothing that the session does not know yet.
 * @throws NoAnswer when the server is away; Error when it refuses.
 */
export async function startText(call: HookCall, state: HookState, connection: HookConnection): Promise<string | null> {
  const endMs = Date.now() + DEADLINE_MS;
  const place = await placeOf(call, state, connection);
  if (place === null) return null;
  const folder = call.session === null ? null : sessionFolder(state, call.client, call.session);
  const known = folder === null || startsOver(call) ? [] : readKnown(folder);
  if (folder !== null && startsOver(call)) dropAdvice(folder);
  const branch = call.cwd === null ? null : (branchOf(call.cwd)?.slice(0, MAX_BRANCH_CHARACTERS) ?? null);
  const ask = (number: number | null, windowTokens: number | null) => {
    const told = { ...place, number, model: call.model, branch, windowTokens };
    return askStart(connection, withKnown(told, known), Math.max(1, endMs - Date.now()));
  };
  const uploaded = folder === null ? null : numberOf(folder, place, connection.server);
  const { number, whole } = await askWhole((of) => ask(of, null), uploaded);
  const most = mostCharacters(call.client);
  const start =
    most !== null && whole.markdown.length > most ? cutTo(whole, await ask(number, windowFor(most))) : whole;
  if (folder !== null) writeJson(path.join(folder, "known.json"), { known: start.known });
  return start.nothingNew ? null : start.markdown;
}

/** The session's number on the server, which knows the window that it shows; null before its first upload. */
function numberOf(folder: string, { team, project }: Place, server: string): number | null {
  const memory = readJson(memoryFile(folder));
  const stored = isObject(memory) && memory["server"] === server ? memory["stored"] : null;
  if (!isObject(stored) || stored["team"] !== team || stored["project"] !== project) return null;
  return typeof stored["number"] === "number" ? stored["number"] : null;
}

/** A session that was deleted on the server starts like one that it never had. */
async function askWhole(
  ask: (number: number | null) => Promise<Start>,
  uploaded: number | null,
): Promise<{ readonly number: number | null; readonly whole: Start }> {
  try {
    return { number: uploaded, whole: await ask(uploaded) };
  } catch (error) {
    if (uploaded === null || !(error instanceof Refused && error.status === NOT_FOUND)) throw error;
    return { number: null, whole: await ask(null) };
  }
}

/** As much of what is known as one query holds. Of a project with more rules the rest is told again. */
export function withKnown(question: object, known: readonly unknown[]): { readonly known: readonly unknown[] } {
  let most = known.length;
  while (most > 0 && !fitsQuery({ ...question, known: known.slice(0, most) })) most = Math.floor(most * 0.8);
  return { ...question, known: known.slice(0, most) };
}

/** A compaction or a clear empties the window; what the session was told before is gone. */
function startsOver({ source }: HookCall): boolean {
  return source === "compact" || source === "clear";
}

async function placeOf({ cwd }: HookCall, state: HookState, connection: HookConnection): Promise<Place | null> {
  if (cwd === null) return null;
  const known = knownPlace(state, connection.server, cwd);
  if (known !== null) return known;
  const found = await findPlace(connection, cwd, DEADLINE_MS);
  if (found !== null) keepPlace(state, connection.server, cwd, found);
  return found;
}

interface Start {
  readonly markdown: string;
  readonly startLine: string;
  readonly nothingNew: boolean;
  readonly known: readonly unknown[];
}

async function askStart(connection: HookConnection, input: object, deadlineMs: number): Promise<Start> {
  const data = await askServer(connection, "protocol.start", input, deadlineMs);
  const [markdown, startLine] = isObject(data) ? [stringAt(data, "markdown"), stringAt(data, "startLine")] : [];
  if (!isObject(data) || markdown === undefined || startLine === undefined) {
    throw new NoAnswer("The answer is not one of Context Steward.");
  }
  return { markdown, startLine, nothingNew: data["nothingNew"] === true, known: listAt(data, "known") };
}

/** The window of which a tenth has so many characters: the server then offers the rest by reference. */
function windowFor(characters: number): number {
  return Math.floor(characters * WINDOW_TOKENS_PER_CHARACTER);
}

/** The shorter text tells of the smaller window that was asked for; the line of the real one takes its place. */
function cutTo(whole: Start, short: Start): Start {
  return { ...short, markdown: short.markdown.replace(short.startLine, () => whole.startLine) };
}

function readKnown(folder: string): unknown[] {
  const kept: unknown = readJson(path.join(folder, "known.json"));
  const object: JsonObject = isObject(kept) ? kept : {};
  return [...listAt(object, "known")];
}
