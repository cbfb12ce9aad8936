import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepLogin } from "@/cli/config";
import { configFile } from "@/cli/config-file";
import { type RunningSteward, StewardCommand } from "@/cli/testing/run-steward";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { CodexLines } from "@/server/core/transcripts/testing/codex-lines";
import { aTeam, testDeps } from "@/server/services/testing/team-fixture";
import { CrashLab, type Victim } from "./crash-lab";

/**
 * kill -9 of web, worker or database in the middle of an import: after a restart and the same command again, the database
 * holds what an undisturbed import leaves, to the row and to the figure.
 */
let lab: CrashLab;
let steward: StewardCommand;
let transcripts: string;
let undisturbed: Snapshot;

beforeAll(async () => {
  lab = await CrashLab.open();
  steward = await StewardCommand.bundleInto(lab.folder);
  transcripts = path.join(lab.folder, "transcripts");
  writeTranscripts();
  await freshServer("undisturbed");
  expect(await startImport().ended).toMatchObject({ code: 0 });
  undisturbed = await snapshot();
}, 120_000);
afterAll(() => lab.close());

describe("an import that a crash disturbs", () => {
  it("loses and doubles nothing when worker, web and database are killed one after the other", {
    timeout: 120_000,
  }, async () => {
    await freshServer("one_by_one");
    const running = startImport();
    const strikes: [number, Victim][] = [
      [0.15, "worker"],
      [0.35, "web"],
      [0.55, "database"],
    ];
    for (const [share, victim] of strikes) {
      await untilStored(share);
      await lab.kill(victim);
      await sleep(100);
      await lab.start(victim);
    }
    expect(await running.ended).toMatchObject({ code: 0 });
    expect((await startImport().ended).out).toContain("\n0 events accepted, 0 duplicates, 0 rejected.");
    expect(await snapshot()).toEqual(undisturbed);
  });

  it("goes on where it stopped when all of them and the command itself are killed at once", {
    timeout: 120_000,
  }, async () => {
    await freshServer("all_at_once");
    const running = startImport();
    await untilStored(0.4);
    running.kill("SIGKILL");
    await Promise.all([lab.kill("web"), lab.kill("worker"), lab.kill("database")]);
    expect((await running.ended).code).toBeNull();
    await lab.start("database");
    await lab.start("worker");
    await lab.start("web");
    expect(await startImport().ended).toMatchObject({ code: 0 });
    expect(await snapshot()).toEqual(undisturbed);
  });
});

function startImport(): RunningSteward {
  return steward.start(["import", "--project", "billing-api", "--batch", "25", transcripts]);
}

/** A database with a team, web and worker on it, and the command logged in. */
async function freshServer(name: string): Promise<void> {
  const deps = testDeps(await lab.freshDatabase(name));
  const team = await aTeam(deps);
  const { secret } = await team.key();
  await deps.db.close();
  await Promise.all([lab.start("web"), lab.start("worker")]);
  await keepLogin(configFile({ XDG_CONFIG_HOME: steward.settings }), lab.origin, { key: secret, team: team.slug });
}

async function untilStored(share: number): Promise<void> {
  await lab.until(`${share * 100} % of the events are stored`, async () => {
    const [row] = await lab.rows<{ count: string }>("SELECT count(*) FROM event");
    return Number(row?.count) >= EVENTS * share;
  });
}

type Snapshot = Record<string, { rows: number; hash: string | null }>;

/** What differs between two runs by nature: ids, times of the run, how many batches it took, who was analysed first. */
const RUN = [
  "team_id",
  "id",
  "session_id",
  "project_id",
  "member_id",
  "run_id",
  "created_at",
  "updated_at",
  "analysed_at",
  "ingest_revision",
  "analysed_revision",
  "number",
  "version",
];
const OF_SESSIONS = [
  "event",
  "model_request",
  "boundary",
  "workspace_mark",
  "thread",
  "epoch",
  "event_state",
  "session_rollup",
  "verdict",
];
const OF_THE_TEAM = ["session", "content", "rollup", "upload_cursor", "decision", "failure"];

/** Rows and a hash of each table, once the analysis has seen everything. */
async function snapshot(): Promise<Snapshot> {
  await lab.until("everything is analysed", async () => {
    const [row] = await lab.rows<{ lagging: string; jobs: string }>(
      `SELECT (SELECT count(*) FROM session WHERE analysed_revision <> ingest_revision) AS lagging,
              (SELECT count(*) FROM graphile_worker.jobs) AS jobs`,
    );
    return row?.lagging === "0" && row.jobs === "0";
  });
  const found: Snapshot = {};
  for (const table of OF_SESSIONS)
    found[table] = await hashOf(
      `SELECT to_jsonb(t) || jsonb_build_object('of', s.native_id) AS row FROM ${table} t JOIN session s ON s.team_id = t.team_id AND s.id = ${table === "verdict" ? "(SELECT r.session_id FROM prune_run r WHERE r.team_id = t.team_id AND r.id = t.run_id)" : "t.session_id"}`,
    );
  for (const table of OF_THE_TEAM) found[table] = await hashOf(`SELECT to_jsonb(t) AS row FROM ${table} t`);
  return found;
}

async function hashOf(rows: string): Promise<{ rows: number; hash: string | null }> {
  const bare = `row - ARRAY[${RUN.map((name) => `'${name}'`).join(", ")}]`;
  const [found] = await lab.rows<{ rows: string; hash: string | null }>(
    `SELECT count(*) AS rows, md5(string_agg((${bare})::text, E'\\n' ORDER BY (${bare})::text)) AS hash FROM (${rows}) all_rows`,
  );
  return { rows: Number(found?.rows), hash: found?.hash ?? null };
}

const SESSIONS = 6;
const TURNS = 90;
/** Of the Claude Code sessions alone: a lower bound, for when to strike. */
const EVENTS = SESSIONS * TURNS * 2;

/** Sessions with repeated reads, failing tests that pass later, a sub-agent, and a Codex rollout. */
function writeTranscripts(): void {
  mkdirSync(transcripts, { recursive: true });
  for (let number = 0; number < SESSIONS; number++) writeSession(`session-${number}`);
  const codex = new CodexLines().meta().turn().prompt("Make the tests pass");
  for (let turn = 0; turn < 60; turn++)
    codex
      .ran(
        `c${turn}`,
        turn % 3 === 0 ? "npm test" : `cat src/${turn % 5}.ts`,
        turn % 9 === 0 ? 1 : 0,
        `line ${turn % 5}\n`.repeat(40),
      )
      .tokens(1_000 * (turn + 1), 500 * turn, 20, 0);
  writeFileSync(path.join(transcripts, "rollout-2026-01-05T09-00-00-rollout-1.jsonl"), codex.toString());
}

function writeSession(name: string): void {
  const lines = new ClaudeLines();
  const more = (uuid: string) => ({ sessionId: name, uuid: `${name}-${uuid}` });
  lines.prompt("Make the tests pass", more("p"));
  for (let turn = 0; turn < TURNS; turn++) {
    const id = `${name}-t${turn}`;
    const isTest = turn % 4 === 3;
    const input = isTest ? { command: "npm test" } : { file_path: `/home/dev/app/src/${turn % 6}.ts` };
    lines.assistant(
      { type: "tool_use", id, name: isTest ? "Bash" : "Read", input },
      { id: `${name}-m${turn}` },
      more(`c${turn}`),
    );
    const failed = isTest && turn % 8 === 3;
    const text = failed
      ? `Exit code 1\n${"Error: expected 1 to be 2\n    at src/a.ts:1:1\n".repeat(20)}`
      : `export const value = ${turn % 6};\n`.repeat(40);
    lines.result(
      id,
      text,
      { ...more(`r${turn}`), ...(failed ? { toolUseResult: `Error: ${text}` } : {}) },
      failed ? { is_error: true } : {},
    );
  }
  const side = { sessionId: name, isSidechain: true, agentId: `${name}-a` };
  const agent = new ClaudeLines()
    .prompt("Review it", { ...side, uuid: `${name}-s0` })
    .assistant({ type: "text", text: "Fine." }, { id: `${name}-sm` }, { ...side, uuid: `${name}-s1` });
  mkdirSync(path.join(transcripts, name, "subagents"), { recursive: true });
  writeFileSync(path.join(transcripts, `${name}.jsonl`), lines.toString());
  writeFileSync(path.join(transcripts, name, "subagents", `agent-${name}-a.jsonl`), agent.toString());
}
