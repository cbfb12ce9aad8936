import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Client } from "../events/kinds";
import { expectAccount, expectContract } from "./testing/contract";
import { DOCUMENTS, LINE_FILES } from "./testing/damaged-files";
import { type Parsed, parseTranscript } from "./testing/parse";

/** More runs are asked for by hand: STEWARD_FUZZ_RUNS=5000 npx vitest run server/core/transcripts/damage.test.ts */
const RUNS = Number(process.env["STEWARD_FUZZ_RUNS"] ?? 40);
const SEED = Number(process.env["STEWARD_FUZZ_SEED"] ?? 20_260_105);
/** A file of some kilobytes takes a few milliseconds; whoever searches it again and again takes minutes. */
const LONGEST_MS = 5_000;

const NEWLINE = 0x0a;
const encode = (text: string) => new TextEncoder().encode(text);
const join = (...pieces: Uint8Array[]): Uint8Array => new Uint8Array(Buffer.concat(pieces));

/** One blow to a file. Numbers between 0 and 1 are places in it. */
type Blow = (file: Uint8Array) => Uint8Array;
const place = fc.double({ min: 0, max: 1, noNaN: true });
const at = (file: Uint8Array, where: number) => Math.floor(where * file.length);

const linesOf = (file: Uint8Array): Uint8Array[] => {
  const lines: Uint8Array[] = [];
  let from = 0;
  for (let to = file.indexOf(NEWLINE); to !== -1; to = file.indexOf(NEWLINE, from)) {
    lines.push(file.slice(from, to + 1));
    from = to + 1;
  }
  return from < file.length ? [...lines, file.slice(from)] : lines;
};
const onLines =
  (change: (lines: Uint8Array[]) => void): Blow =>
  (file) => {
    const lines = linesOf(file);
    if (lines.length > 0) change(lines);
    return join(...lines);
  };
const lineAt = (lines: readonly unknown[], where: number) =>
  Math.min(lines.length - 1, Math.floor(where * lines.length));

/** Lines that no client writes, or that cost a careless reader dearly. */
const FOREIGN: readonly string[] = [
  "\0".repeat(64),
  "\uFEFF",
  '{"text":"\\ud800 \\udc00 \\u0000"}',
  `${"[".repeat(20_000)}${"]".repeat(20_000)}`,
  `{"a":${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}}`,
  `{"type":"user","uuid":${'{"type":"user"'.repeat(2_000)}`,
  `{"text":"${"x".repeat(300_000)}"}`,
  `<read_file>${"<a>".repeat(20_000)}`,
  "#".repeat(50_000),
  "{}",
  "null",
  '"text"',
];

const blow: fc.Arbitrary<Blow> = fc.oneof(
  place.map(
    (end): Blow =>
      (file) =>
        file.slice(0, at(file, end)),
  ),
  place.map(
    (start): Blow =>
      (file) =>
        file.slice(at(file, start * 0.3)),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 400 })).map(
    ([where, length]): Blow =>
      (file) =>
        join(file.slice(0, at(file, where)), file.slice(at(file, where) + length)),
  ),
  fc.tuple(place, fc.uint8Array({ maxLength: 40 })).map(
    ([where, bytes]): Blow =>
      (file) =>
        join(file.slice(0, at(file, where)), bytes, file.slice(at(file, where))),
  ),
  fc.array(fc.tuple(place, fc.integer({ min: 1, max: 255 })), { minLength: 1, maxLength: 8 }).map(
    (flips): Blow =>
      (file) => {
        const flipped = new Uint8Array(file);
        for (const [where, bits] of flips) {
          const index = at(file, where * 0.999_999);
          flipped[index] = (flipped[index] ?? 0) ^ bits;
        }
        return flipped;
      },
  ),
  fc.tuple(place, place).map(([one, other]) =>
    onLines((lines) => {
      const [first, second] = [lineAt(lines, one), lineAt(lines, other)];
      const kept = lines[first];
      const moved = lines[second];
      if (kept && moved) [lines[first], lines[second]] = [moved, kept];
    }),
  ),
  fc.tuple(place, fc.integer({ min: 1, max: 20 })).map(([where, times]) =>
    onLines((lines) => {
      const index = lineAt(lines, where);
      const repeated = lines[index];
      if (repeated) lines.splice(index, 0, ...Array<Uint8Array>(times).fill(repeated));
    }),
  ),
  fc
    .tuple(place, fc.constantFrom(...FOREIGN), fc.boolean())
    .map(([where, foreign, isLine]) =>
      onLines((lines) => void lines.splice(lineAt(lines, where), 0, encode(isLine ? `${foreign}\n` : foreign))),
    ),
  fc.constant((file: Uint8Array) => join(new Uint8Array([0xef, 0xbb, 0xbf]), file)),
  fc.constant((file: Uint8Array) => join(...linesOf(file).map((line) => join(line.slice(0, -1), encode("\r\n"))))),
);

const blows = fc.array(blow, { minLength: 1, maxLength: 5 });
const sizes = fc.array(fc.integer({ min: 1, max: 3_000 }), { minLength: 1, maxLength: 6 });

function survive(client: Client, file: Uint8Array, chunkSizes: readonly number[], path: string): Parsed {
  const startedAt = performance.now();
  const parsed = parseTranscript(client, file, { options: { path } });
  expect(performance.now() - startedAt).toBeLessThan(LONGEST_MS);
  for (const session of parsed.sessions.values()) expectContract(session);
  expectAccount(parsed.report);
  expect(parseTranscript(client, file, { options: { path }, chunkSizes })).toEqual(parsed);
  return parsed;
}

/** Everything that stands in the events of a file, as one text. */
function tellingsOf(parsed: Parsed): string {
  const events = [...parsed.sessions.values()].flatMap((session) => session.events);
  return events
    .map((event) => `${event.text}\n${event.input === undefined ? "" : JSON.stringify(event.input)}`)
    .join("\n");
}

/** Each line of the files has a word of its own, or none. */
const wordOf = (line: string) => /word\d+x/.exec(line)?.[0];
const trimmed = (line: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(line).replace(/\r?\n$/, "");

describe("a damaged file", () => {
  it.each(LINE_FILES)(
    "of $client ($path) with a record a line loses no line that stands whole in it",
    ({ client, path, content }) => {
      const told = tellingsOf(parseTranscript(client, content, { options: { path } }));
      const good = new Map(linesOf(encode(content)).map((line) => [trimmed(line), wordOf(trimmed(line))] as const));
      const words = [...good.values()].filter((word) => word !== undefined && told.includes(word));
      expect(words.length).toBeGreaterThan(5);
      const property = fc.property(blows, sizes, (damage, chunkSizes) => {
        const file = damage.reduce<Uint8Array>((bytes, hit) => hit(bytes), encode(content));
        const left = tellingsOf(survive(client, file, chunkSizes, path));
        const whole = linesOf(file).flatMap((line) => good.get(trimmed(line)) ?? []);
        expect(whole.filter((word) => words.includes(word) && !left.includes(word))).toEqual([]);
      });
      fc.assert(property, { numRuns: RUNS, seed: SEED });
    },
    3_600_000,
  );

  // Aider's answers have no end of their own: it writes them when they are whole.
  it.each(LINE_FILES.filter(({ client }) => client !== "aider"))(
    "of $client ($path) that still grows gives early what it gives in the end",
    ({ client, path, content }) => {
      const eventsOf = (bytes: Uint8Array) =>
        [...parseTranscript(client, bytes, { options: { path } }).sessions.values()].flatMap(({ events }) => events);
      const lines = linesOf(encode(content));
      const late = new Map(eventsOf(encode(content)).map((event) => [event.id, event]));
      for (let count = 1; count < lines.length; count++) {
        const early = eventsOf(join(...lines.slice(0, count)));
        expect(early.map((event) => late.get(event.id))).toEqual(early);
      }
    },
  );

  it.each(DOCUMENTS)(
    "of $client ($path) that is one document is read up to its damage, and never stops the reader",
    ({ client, path, content }) => {
      const property = fc.property(blows, sizes, (damage, chunkSizes) => {
        survive(
          client,
          damage.reduce<Uint8Array>((bytes, hit) => hit(bytes), encode(content)),
          chunkSizes,
          path,
        );
      });
      fc.assert(property, { numRuns: RUNS, seed: SEED });
    },
    3_600_000,
  );
});
