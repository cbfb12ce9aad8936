import { recordNumber } from "../decisions/record-ref";
import { STAGES } from "../events/kinds";
import { PRIORITY_LEVELS } from "../files/rank-files";
import type { ParamKind } from "./table";
import { type Token, writtenIn } from "./words";

/** What was read, and of how many tokens; null when they are not of this kind. */
export type Read = { readonly value: unknown; readonly taken: number } | null;

type Reader = (tokens: readonly Token[], phrase: string) => Read;

/** One reader a kind of argument; they get the tokens that are left, never none. */
export const READERS: Readonly<Record<ParamKind, Reader>> = {
  word: (tokens) => one(tokens[0]?.text ?? null),
  words: (tokens, phrase) => all(tokens, writtenIn(phrase, tokens)),
  list: (tokens) => all(tokens, namesIn(tokens)),
  refs: (tokens) => {
    const refs = namesIn(tokens);
    return refs.every((ref) => !/\s/.test(ref)) ? all(tokens, refs) : null;
  },
  size: ([size, unit]) => {
    const tokens = readSize(size?.text ?? "");
    if (tokens === null) return null;
    return { value: tokens, taken: unit && /^tokens?$/i.test(unit.text) ? 2 : 1 };
  },
  level: ([token]) => one(pick([...PRIORITY_LEVELS, "auto"], token)),
  stage: ([token]) => one(pick(STAGES, token)),
  checkpoint: ([token]) => one(/^(?:S-|#)?(\d{1,9}(?:\.\d{1,9})?)$/i.exec(token?.text ?? "")?.[1] ?? null),
  record: ([token]) => one(readNumber(token?.text ?? "")),
};

function one(value: unknown): Read {
  return value === null ? null : { value, taken: 1 };
}

function all(tokens: readonly Token[], value: unknown): Read {
  return { value, taken: tokens.length };
}

function namesIn(tokens: readonly Token[]): string[] {
  return tokens.flatMap(({ text, isQuoted }) => (isQuoted ? [text] : text.split(","))).filter((name) => name !== "");
}

function pick(values: readonly string[], token: Token | undefined): string | null {
  return values.find((value) => value.toLowerCase() === token?.text.toLowerCase()) ?? null;
}

const SIZE = /^(\d{1,9}(?:[,_]\d{3})*(?:\.\d{1,3})?)(k|m)?$/i;
const UNITS: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };

/** `200k`, `1.05M`, `200,000`, `auto`; null for anything else. */
function readSize(text: string): number | "auto" | null {
  if (text.toLowerCase() === "auto") return "auto";
  const match = SIZE.exec(text);
  if (!match) return null;
  const tokens = Number((match[1] ?? "").replace(/[,_]/g, "")) * (UNITS[(match[2] ?? "").toLowerCase()] ?? 1);
  return Math.round(tokens);
}

/** `HND-007`, `hnd-7`, `#7`, `7`. */
function readNumber(text: string): number | null {
  const number = recordNumber("handoff", text.toUpperCase()) ?? Number(/^#?(\d{1,9})$/.exec(text)?.[1] ?? 0);
  return number > 0 ? number : null;
}
