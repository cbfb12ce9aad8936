import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { aNoisySession, aSession, type TestBatch } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { changeProject } from "../projects/update-project";
import { value } from "../testing/team-fixture";
import { analyseSession } from "./analyse-session";
import { collectOrphans } from "./collect-orphans";
import { deleteSession } from "./delete-session";
import {
  analyseAll,
  expectProjectIsSumOfSessions,
  expectRollupsRight,
  expectTiersAreSums,
  ROLLUP_COLUMNS,
} from "./testing/rollup-checks";

let uploader: Uploader;
beforeEach(async () => {
  uploader = await anUploader();
});
afterEach(() => uploader.close());

const scope = () => ({ teamId: uploader.team.teamId, projectId: uploader.team.project.id });

const KEY = "hour, client, agent, skill, tool, kind, pass";
const FIGURES = ROLLUP_COLUMNS.join(", ");

const SETTLED = {
  session:
    "native_id, event_count, request_count, added_tokens, redactions, started_at, last_event_at, title, model, person, root_entry_id, proven_tokens, idle_tokens, carried_tokens, cost_nano_usd, peak_context_tokens",
  thread: "key, agent, parent_key, auxiliary",
  event:
    "entry_id, thread, seq, kind, occurred_at, request_id, tool, tool_class, call_id, target, outcome, exit_code, skill, path, label, content_hash, bytes, tokens",
  content: "hash, text, bytes",
  model_request: "response_id, thread, seq, occurred_at, model, input_tokens, cache_read_tokens, output_tokens",
  boundary: "thread, seq, kind, to_seq",
  epoch: "thread, number, cause, first_seq",
  event_state:
    "entry_id, turn, user_turn, epoch, visible, in_context, residency, stage, agent, skill, model, noise, noise_since_turn, carried_tokens",
  verdict:
    "entry_id, from_residency, to_residency, pass, rule, reason, evidence, tokens_before, tokens_after, noise, retained",
  blocked_removal: "entry_id, rule, protection, reason",
  session_rollup: `${KEY}, model, branch, stage, person, ${FIGURES}`,
  rollup: `${KEY}, ${FIGURES}`,
  session_target:
    "cell, hour, agent, tool, pass, branch, person, target_kind, target, question, failure, events, tokens, carried_tokens",
  session_skill: "cell, hour, agent, skill, person, content_hash, loads, under_tokens, names, referred, first_entry_id",
  catalogue_item: "kind, name, path, tokens, content_hash, version, loads, first_seen_at, last_seen_at",
};

async function settledState(): Promise<Record<string, unknown>> {
  const state: Record<string, unknown> = {};
  for (const [table, columns] of Object.entries(SETTLED)) {
    const order = columns.split(", ").map((_, index) => index + 1);
    state[table] = await uploader.rows(`SELECT ${columns} FROM ${table} ORDER BY ${order.join(", ")}`);
  }
  return state;
}

function shuffled<T>(items: readonly T[], order: readonly number[]): T[] {
  return items
    .map((item, index) => ({ item, at: order[index % order.length] ?? 0 }))
    .sort((a, b) => a.at - b.at)
    .map(({ item }) => item);
}

describe("uploads in any order", () => {
  it("settle to the same rows and rollups, with repeats and analyses in between", async () => {
    const session = aNoisySession("s");
    await uploader.append(session);
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    const expected = await settledState();
    await uploader.close();

    const orders = fc.sample(fc.array(fc.nat(1_000), { minLength: 5, maxLength: 9 }), { numRuns: 4, seed: 7 });
    for (const [run, order] of orders.entries()) {
      uploader = await anUploader();
      const pieces: TestBatch[] = session.batches(3 + run * 4);
      const sequence = shuffled([...pieces, ...pieces.slice(0, 3)], order);
      for (const [index, piece] of sequence.entries()) {
        await uploader.append(piece);
        await expectProjectIsSumOfSessions(uploader);
        if (index % 3 === 1) await analyseAll(uploader);
      }
      await analyseAll(uploader);
      await expectRollupsRight(uploader);
      expect(await settledState()).toEqual(expected);
      if (run < orders.length - 1) await uploader.close();
    }
  }, 60_000);

  it("changes nothing when an analysis runs again, even by force", async () => {
    await uploader.append(aNoisySession("s"));
    await analyseAll(uploader);
    const before = await settledState();
    const [session] = await uploader.rows("SELECT id FROM session");
    const key = { teamId: scope().teamId, sessionId: String(session?.["id"]) };
    expect(value(await analyseSession(uploader.deps, key))).toBe("up_to_date");
    const versions = () =>
      uploader.rows(
        "SELECT entry_id, xmin::text FROM event_state UNION ALL SELECT entry_id, xmin::text FROM verdict ORDER BY 1, 2",
      );
    const untouched = await versions();
    expect(value(await analyseSession(uploader.deps, key, { force: true }))).toBe("analysed");
    expect(await versions()).toEqual(untouched);
    expect(await settledState()).toEqual(before);
  });

  it("writes a long session in parts and ends at the same place", async () => {
    const session = aSession("long").said("Go");
    for (let i = 0; i < 1_400; i++) session.read(`src/f${i % 300}.ts`, `file ${i % 300}`);
    for (const batch of session.batches(500)) await uploader.append(batch);
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    expect(await uploader.count("event_state")).toBe(2_801);
  }, 60_000);
});

describe("a change of policy", () => {
  it("moves verdicts and rollups to what the new policy says", async () => {
    await uploader.append(aNoisySession("a"));
    await uploader.append(aNoisySession("b"));
    await analyseAll(uploader);
    const before = await uploader.rows("SELECT sum(tokens) AS tokens FROM rollup WHERE pass = 'idle'");
    await uploader.deps.db.pool.query(
      "INSERT INTO policy_version (team_id, project_id, version, body, created_at) VALUES ($1, $2, 1, $3, now())",
      [scope().teamId, scope().projectId, JSON.stringify({ preset: "seed", idleTurns: 4 })],
    );
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    const after = await uploader.rows("SELECT sum(tokens) AS tokens FROM rollup WHERE pass = 'idle'");
    expect(Number(after[0]?.["tokens"])).toBeGreaterThan(Number(before[0]?.["tokens"]));
    expect(await uploader.rows("SELECT DISTINCT analysed_policy_version AS version FROM session")).toEqual([
      { version: 1 },
    ]);
  });
});

describe("a person who is told late", () => {
  it("takes over all that the session has counted, whatever came when", async () => {
    const { session, events, ...rest } = aNoisySession("s").batch();
    const half = Math.floor(events.length / 2);
    await uploader.append({ ...rest, session, events: events.slice(0, half) });
    await analyseAll(uploader);
    await uploader.append({ ...rest, session: { ...session, person: "Ines" }, events });
    await expectProjectIsSumOfSessions(uploader);
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    for (const table of ["session_rollup", "session_slice", "session_target", "session_subject", "session_skill"]) {
      expect(await uploader.rows(`SELECT DISTINCT person FROM ${table}`), table).toEqual([{ person: "Ines" }]);
    }
    for (const table of ["rollup_hour", "rollup_day", "target_day"]) {
      const people = await uploader.rows(`SELECT DISTINCT value FROM ${table} WHERE dimension = 'person'`);
      expect(people, table).toEqual([{ value: "Ines" }]);
    }
  });
});

describe("another time zone", () => {
  it("moves a session's days, and hours that begin elsewhere, with its next analysis", async () => {
    await uploader.append(aNoisySession("s"));
    await analyseAll(uploader);
    const project = {
      ...uploader.team.scope,
      projectId: scope().projectId,
      projectSlug: "billing-api",
      timeZone: "UTC",
    };
    for (const timeZone of ["Pacific/Kiritimati", "Asia/Kathmandu", "America/Los_Angeles"]) {
      value(await changeProject(uploader.deps, project, { timeZone }));
      await expectTiersAreSums(uploader);
      const [session] = await uploader.rows("SELECT id FROM session");
      const key = { teamId: scope().teamId, sessionId: String(session?.["id"]) };
      value(await analyseSession(uploader.deps, key, { force: true }));
      await expectRollupsRight(uploader);
      for (const table of ["rollup_day", "session_slice", "target_day", "session_subject"]) {
        const days = await uploader.rows(`SELECT DISTINCT (day AT TIME ZONE $1)::time::text AS time FROM ${table}`, [
          timeZone,
        ]);
        expect([timeZone, table, days]).toEqual([timeZone, table, [{ time: "00:00:00" }]]);
      }
    }
  });
});

describe("a deletion", () => {
  it("takes the session out of everything and leaves the others as if it had never been", async () => {
    await uploader.append(aNoisySession("stays"));
    await analyseAll(uploader);
    const expected = await settledState();
    const gone = await uploader.append(aNoisySession("goes").compacted().ran("only here"));
    await analyseAll(uploader);
    const key = { teamId: scope().teamId, sessionId: gone.session.id };
    expect(value(await deleteSession(uploader.deps, key))).toBe("deleted");
    expect(value(await deleteSession(uploader.deps, key))).toBe("gone");
    expect(value(await collectOrphans(uploader.deps, scope()))).toBeGreaterThan(0);
    await expectRollupsRight(uploader);
    const { catalogue_item: _, ...rest } = await settledState();
    const { catalogue_item: __, ...expectedRest } = expected;
    expect(rest).toEqual(expectedRest);
    expect(await uploader.rows("SELECT name, loads FROM catalogue_item")).toEqual([{ name: "testing", loads: 2 }]);
  });
});

describe("a copied history", () => {
  const original = () => aSession("original").said("Start").read("a.ts").read("b.ts");
  const copyOf = (session: TestBatch): TestBatch => {
    const own = aSession("copy").said("1").read("c.ts").batch();
    const shift = session.events.length * 10;
    const move = <T extends { seq: number }>(entry: T): T => ({ ...entry, seq: entry.seq + shift });
    return {
      ...session,
      session: { ...session.session, id: "copy" },
      events: [...session.events, ...own.events.slice(1).map(move)],
      requests: [...session.requests, ...own.requests.map(move)],
    };
  };

  it("counts once, and the copy says where it came from", async () => {
    const first = await uploader.append(original());
    const copied = await uploader.append(copyOf(original().batch()));
    expect(copied).toMatchObject({ accepted: 2, duplicates: 5 });
    const [session] = await uploader.rows(
      "SELECT forked_from_id, event_count, request_count FROM session WHERE native_id = 'copy'",
    );
    expect(session).toEqual({ forked_from_id: first.session.id, event_count: 2, request_count: 1 });
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    expect(await uploader.rows("SELECT sum(events)::int AS events FROM rollup WHERE pass = 'added'")).toEqual([
      { events: 7 },
    ]);
  });

  it("counts once when its later part came first", async () => {
    await uploader.append(original());
    const { events, ...rest } = copyOf(original().batch());
    await uploader.append({ ...rest, events: events.slice(3) });
    await analyseAll(uploader);
    await uploader.append({ ...rest, events: events.slice(0, 3) });
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    expect(await uploader.count("event")).toBe(7);
    expect(await uploader.rows("SELECT sum(events)::int AS events FROM rollup WHERE pass = 'added'")).toEqual([
      { events: 7 },
    ]);
  });
});
