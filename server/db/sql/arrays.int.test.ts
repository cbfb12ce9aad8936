import fc from "fast-check";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { createTestDatabase } from "@/server/testing/test-database";
import { boolArray, byteaArray, instantArray, int4Array, int8Array, textArray, utf8Array } from "./arrays";

let client: pg.Client;
beforeAll(async () => {
  const { url } = await createTestDatabase();
  client = new pg.Client(url);
  await client.connect();
});
afterAll(() => client.end());

async function back(type: string, array: Buffer): Promise<unknown[]> {
  const { rows } = await client.query(`SELECT v FROM unnest($1::${type}[]) WITH ORDINALITY AS t(v, n) ORDER BY n`, [
    array,
  ]);
  return rows.map((row) => row.v);
}

/** Text that Postgres can hold: no NUL, no half of a surrogate pair. */
const text = fc.string({ unit: "binary" }).map((value) => value.replaceAll("\u0000", ""));
const nullable = <T>(values: fc.Arbitrary<T>) => fc.array(fc.option(values));

it("gives texts back as they were", () =>
  fc.assert(
    fc.asyncProperty(nullable(text), async (values) => {
      expect(await back("text", textArray(values))).toEqual(values);
    }),
    { numRuns: 40 },
  ));

it("gives encoded texts and bytes back as they were", () =>
  fc.assert(
    fc.asyncProperty(fc.array(text), fc.array(fc.uint8Array({ maxLength: 100 })), async (texts, bytes) => {
      expect(await back("text", utf8Array(texts.map((value) => Buffer.from(value))))).toEqual(texts);
      expect(await back("bytea", byteaArray(bytes))).toEqual(bytes.map((value) => Buffer.from(value)));
    }),
    { numRuns: 40 },
  ));

it("gives numbers, truths and instants back as they were", () =>
  fc.assert(
    fc.asyncProperty(
      nullable(fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })),
      nullable(fc.maxSafeInteger()),
      fc.array(fc.boolean()),
      nullable(fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2200, 0) })),
      async (small, large, truths, instants) => {
        expect(await back("int4", int4Array(small))).toEqual(small);
        expect(await back("int8", int8Array(large))).toEqual(
          large.map((value) => (value === null ? null : String(value))),
        );
        expect(await back("bool", boolArray(truths))).toEqual(truths);
        expect(await back("timestamptz", instantArray(instants))).toEqual(
          instants.map((value) => (value === null ? null : new Date(value))),
        );
      },
    ),
    { numRuns: 40 },
  ));
