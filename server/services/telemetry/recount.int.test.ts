import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { type Figures, provenOf } from "@/server/core/telemetry/figures";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { harborSession } from "@/server/testing/recount/harbor-session";
import { randomSessions } from "@/server/testing/recount/random-session";
import type { TranscriptFile } from "@/server/testing/recount/read-transcript";
import { type Recount, recount, type Sums } from "@/server/testing/recount/recount";
import { analyseAll } from "../analysis/testing/rollup-checks";
import { appendTranscript } from "../ingest/append-transcript";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { createProject } from "../projects/create-project";
import { getSession } from "../sessions/get";
import { value } from "../testing/team-fixture";
import { overview } from "./overview";

/** The pages against an auditor who reads the transcript himself and knows nothing but docs/adr/0003 and 0004. */
const corpus = process.env["STEWARD_CORPUS"];
if (!corpus) console.log("STEWARD_CORPUS is not set: the recount of real sessions is skipped.");

/** Each costs about half a second; STEWARD_RECOUNTS asks for more. */
const SESSIONS = Number(process.env["STEWARD_RECOUNTS"] ?? 8);

let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader?.close());

/** Uploads the files into a project of their own and analyses them, as the worker does. */
async function uploaded(name: string, files: readonly TranscriptFile[]) {
  const { deps, key, team } = uploader;
  const project = value(await createProject(deps, team.scope, { name, timeZone: "UTC" }));
  const sessions = new Set<number>();
  for (const file of files) {
    const bytes = new TextEncoder().encode(file.text);
    const session = { projectSlug: project.slug };
    const answer = value(await appendTranscript(deps, key, { bytes, path: file.name, session }));
    expect(answer.problems).toEqual([]);
    for (const { number } of answer.sessions) sessions.add(number);
  }
  await analyseAll(uploader);
  const scope: ProjectScope = {
    ...team.scope,
    projectId: project.id,
    projectSlug: project.slug,
    timeZone: "UTC",
  };
  return { scope, sessions: [...sessions] };
}

/** What the project's overview shows of its agents and skills. */
async function overviewOf(scope: ProjectScope): Promise<Recount> {
  const shown = value(await overview(uploader.deps, scope, withChange(NO_FILTER, { range: "all" })));
  expect(shown.lag.sessions).toBe(0);
  return {
    agents: Object.fromEntries(shown.agents.map((row) => [row.agent, sumsOf(row)])),
    skills: Object.fromEntries(
      shown.skills.map(({ skill, load, under }) => [skill, { load: sumsOf(load), under: sumsOf(under) }]),
    ),
  };
}

function sumsOf({ addedEvents, addedTokens, carriedTokens, noise }: Figures): Sums {
  const { duplicate, superseded, "resolved-error": resolvedError } = noise;
  return { events: addedEvents, added: addedTokens, carried: carriedTokens, duplicate, superseded, resolvedError };
}

/** What the heads of the session pages say, added up. */
async function sessionsOf(scope: ProjectScope, numbers: readonly number[]) {
  const sums = { added: 0, proven: 0, carried: 0 };
  for (const number of numbers) {
    const { totals } = value(await getSession(uploader.deps, scope, { number }));
    sums.added += totals.addedTokens;
    sums.proven += provenOf(totals.noise);
    sums.carried += totals.carriedTokens;
  }
  return sums;
}

function totalsOf({ agents }: Recount) {
  const sums = { added: 0, proven: 0, carried: 0 };
  for (const agent of Object.values(agents)) {
    sums.added += agent.added;
    sums.proven += agent.duplicate + agent.resolvedError + agent.superseded;
    sums.carried += agent.carried;
  }
  return sums;
}

async function expectPageEqualsRecount(name: string, files: readonly TranscriptFile[]): Promise<Recount> {
  const { noisy, ...counted } = recount(files);
  const { scope, sessions } = await uploaded(name, files);
  expect(await noisyRows(scope), `${name}: noise by event`).toEqual(
    noisy.map(({ id, noise, tokens, carried }) => [id, noise, tokens, carried].join(" ")).sort(),
  );
  expect(await overviewOf(scope), `${name}: overview`).toEqual(counted);
  expect(await sessionsOf(scope, sessions), `${name}: session pages`).toEqual(totalsOf(counted));
  return counted;
}

/** Noise by event first: when it differs, it names the events to look at. */
async function noisyRows({ projectId }: ProjectScope): Promise<string[]> {
  const rows = await uploader.rows(
    `SELECT s.entry_id, s.noise, e.tokens, s.carried_tokens FROM event_state s
     JOIN event e USING (team_id, session_id, entry_id) JOIN session USING (team_id)
     WHERE session.id = s.session_id AND session.project_id = $1 AND s.noise NOT IN ('idle', 'dropped')`,
    [projectId],
  );
  return rows.map((row) => [row["entry_id"], row["noise"], row["tokens"], row["carried_tokens"]].join(" ")).sort();
}

describe("a session written for the recount", () => {
  it("shows per agent and skill what an auditor counts in the transcript", async () => {
    await expectPageEqualsRecount("Harbor", harborSession());
  });

  it("shows what was counted by hand", async () => {
    const { agents, skills } = recount(harborSession());
    expect(agents["main"]).toMatchObject({
      duplicate: 200 + 90 + 5 + 300 + 45 + 210,
      resolvedError: 120 + 30,
      superseded: 200 + 60 + 100 + 210 + 210,
      // 26 requests of the first window stay visible: 1 to 23 and 25; the second window has 26 to 29.
      carried:
        200 * 20 + 90 * 9 + (5 + 300) * 5 + 45 * 3 + 210 * 0 + 120 * 12 + 30 * 16 + (200 + 60) * 16 + 100 * 6 + 210 * 3,
    });
    expect(agents["code-reviewer"]).toMatchObject({ duplicate: 210, resolvedError: 0, superseded: 0, carried: 420 });
    expect(agents["auxiliary"]).toMatchObject({ duplicate: 0, carried: 0 });
    expect(Object.keys(agents).sort()).toEqual(["auxiliary", "code-reviewer", "main"]);
    expect(skills["tdd"]?.load).toMatchObject({ added: 600, duplicate: 300, carried: 300 * 5 });
    expect(skills["tdd"]?.under).toMatchObject({ duplicate: 200 + 90 + 45, resolvedError: 150, superseded: 260 });
  });
});

describe("sessions written by chance", () => {
  it("shows what an auditor counts in each of them", { timeout: 120_000 }, async () => {
    for (const [at, files] of randomSessions(SESSIONS).entries()) await expectPageEqualsRecount(`Chance ${at}`, files);
  });
});

describe.runIf(corpus)("real sessions", () => {
  const folder = path.join(corpus ?? "", "claude-code");
  const names = corpus ? readdirSync(folder, { recursive: true, encoding: "utf8" }) : [];
  const mains = names.filter((name) => name.endsWith(".jsonl") && !name.includes("subagents")).sort();

  it("shows per agent and skill what an auditor counts in each transcript", { timeout: 300_000 }, async () => {
    const table: Record<string, unknown>[] = [];
    for (const main of mains) {
      const { agents, skills } = await expectPageEqualsRecount(main.replace(/\W+/g, " ").slice(-60), family(main));
      const all = Object.values(agents);
      const sum = (read: (sums: Sums) => number) => all.reduce((total, sums) => total + read(sums), 0);
      table.push({
        session: main.slice(0, 40),
        agents: all.length,
        skills: Object.keys(skills).length,
        duplicate: sum((sums) => sums.duplicate),
        resolvedError: sum((sums) => sums.resolvedError),
        superseded: sum((sums) => sums.superseded),
        carried: sum((sums) => sums.carried),
      });
    }
    console.table(table);
    const isNoisy = (row: Record<string, unknown>) => row["duplicate"] && row["resolvedError"] && row["superseded"];
    expect(table.length).toBeGreaterThanOrEqual(3);
    expect(table.filter(isNoisy).length).toBeGreaterThan(0);
  });

  /** A session's own file and those of its sub-agents. */
  function family(main: string): TranscriptFile[] {
    const subagents = path.join(main.replace(/\.jsonl$/, ""), "subagents");
    const isThere = existsSync(path.join(folder, subagents));
    const own = isThere ? readdirSync(path.join(folder, subagents)).filter((name) => name.endsWith(".jsonl")) : [];
    return [main, ...own.map((name) => path.join(subagents, name))].map((name) => ({
      name,
      text: readFileSync(path.join(folder, name), "utf8"),
    }));
  }
});
