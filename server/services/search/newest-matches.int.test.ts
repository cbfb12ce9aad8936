import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { projectToken } from "@/server/core/search/fields";
import { quoteLexeme } from "@/server/core/search/tsquery";
import type { ProjectKey } from "@/server/db/projects/deletion";
import { findCandidates } from "@/server/db/search/everything";
import { createTestDatabase, type TestDatabase } from "@/server/testing/test-database";
import { aTeam, type TestDeps, testDeps } from "../testing/team-fixture";
import { buildEntries, writeEntries } from "./add-entries";
import { type MatchQuery, newestMatches } from "./newest-matches";

const ENTRIES = 60;
let database: TestDatabase;
let deps: TestDeps;
let key: ProjectKey;

beforeAll(async () => {
  database = await createTestDatabase();
  deps = testDeps(database.url);
  const team = await aTeam(deps);
  key = { teamId: team.teamId, projectId: team.project.id };
  const sources = Array.from({ length: ENTRIES }, (_, at) => ({
    ...({ projectId: key.projectId, kind: "event", key: `1/${at}`, sessionId: null, contentHash: null } as const),
    ...{ at: new Date(Date.UTC(2026, 0, 1, 0, at)), title: `entry ${at}`, status: "", shownStatus: "user_prompt" },
    body: `common ${at % 2 === 0 ? "even" : "odd"} ${at < 2 ? "ancient relic" : ""}`,
    ...{ paths: [], tags: [], authors: [], agents: [], tools: [], session: 1 },
  }));
  await deps.db.withTenantSql(key, (sql) => writeEntries(deps, sql, key, buildEntries(key, sources)));
}, 60_000);
afterAll(async () => {
  await deps.db.close();
  await database.drop();
});

/** Keys of the matches, and through how many entries each question looked back; 0 asked the index of words. */
async function ask(match: string, change: Partial<MatchQuery>) {
  const looks: number[] = [];
  const query: MatchQuery = {
    ...{ condition: quoteLexeme(projectToken(key.projectId)), match, kind: null, groups: ["event"] },
    ...{ from: null, until: null, limit: 5, share: 1, entries: 1_000_000 },
    ...change,
  };
  const rows = await deps.db.withTenantSql(key, (sql) =>
    newestMatches(
      sql,
      query,
      (one) => {
        looks.push(one.lookBack);
        return findCandidates(sql, key, one, [{ word: 0, weight: 1, query: match }]);
      },
      (found) => found.length,
    ),
  );
  const keys = rows.toSorted((a, b) => b.at.getTime() - a.at.getTime()).map(({ key: name }) => name);
  return { keys, looks };
}

describe("the newest matches", () => {
  it("of a frequent word are found among the newest entries", async () => {
    expect(await ask("'common'", {})).toEqual({ keys: ["1/59", "1/58", "1/57", "1/56", "1/55"], looks: [15] });
  });

  it("are looked for further back when the first look shows that it leads there", async () => {
    const { keys, looks } = await ask("'even'", { limit: 10, entries: 20_000 });
    expect(keys).toEqual(Array.from({ length: 10 }, (_, at) => `1/${58 - at * 2}`));
    expect(looks[0]).toBe(30);
    const many = await ask("'even'", { limit: 28, entries: 20_000 });
    expect([many.keys.length, many.looks.at(-1)]).toEqual([28, 84]);
  });

  it("are named by the index of words when the first look finds none", async () => {
    expect(await ask("'ancient'", {})).toEqual({ keys: ["1/1", "1/0"], looks: [15, 0] });
    expect(await ask("('ancient' <-> 'relic')", {})).toEqual({ keys: ["1/1", "1/0"], looks: [15, 0] });
  });

  it("are asked of the index at once when few can match", async () => {
    expect((await ask("'ancient'", { share: 0.001 })).looks).toEqual([0]);
  });

  it("keep to their days", async () => {
    const until = new Date(Date.UTC(2026, 0, 1, 0, 30));
    expect((await ask("'common'", { until })).keys[0]).toBe("1/29");
  });

  it("leave the settings of the transaction as they were", async () => {
    const setting = await deps.db.withTenantSql(key, async (sql) => {
      const query = { ...{ condition: "'x'", match: null, kind: null, from: null, until: null, limit: 1 } };
      const all: MatchQuery = { ...query, groups: ["event"], share: 0, entries: 1 };
      await newestMatches(
        sql,
        all,
        () => Promise.resolve([]),
        () => 0,
      );
      return (await sql.query("SHOW enable_seqscan")).rows;
    });
    expect(setting).toEqual([{ enable_seqscan: "on" }]);
  });
});
