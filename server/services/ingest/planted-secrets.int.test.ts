import { Writable } from "node:stream";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { plantedSecrets } from "@/server/core/redact/testing/planted-secrets";
import { createLog } from "@/server/observability/log";
import { analyseSession } from "../analysis/analyse-session";
import { value } from "../testing/team-fixture";
import { appendTranscript } from "./append-transcript";
import { setCursor } from "./set-cursor";
import { aSession } from "./testing/session-fixture";
import { anUploader, type Uploader } from "./testing/uploader";

const SECRETS = plantedSecrets();
const lines: string[] = [];
let uploader: Uploader;

beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader.close());

/** The secret where an agent's session can hold one: in prose, in a result, in arguments, under a key, in every name. */
function secretSession(line: string, secret: string, index: number) {
  const session = aSession(`secrets-${index}`, {
    title: line.slice(0, 400),
    cwd: `/home/ada/${secret}`.slice(0, 900),
    person: "Ada",
  });
  session
    .said(line)
    .ran(line.slice(0, 900), { out: `before\n${line}\nafter` })
    .answered(line);
  session.called("mcp__vault__put", { [`k ${secret}`]: line, list: [line] }, JSON.stringify({ output: line }));
  const short = secret.slice(0, 180);
  session.add({ kind: "skill_load", skill: `skill ${short}`, path: `/skills/${secret}`.slice(0, 900), text: line });
  session.add({ kind: "rule_injection", path: `/rules/${secret}`.slice(0, 900), text: line });
  const at = "2026-10-05T08:30:00Z";
  return {
    ...session.batch(),
    threads: [
      { key: "main", agent: "main" },
      { key: `t ${short}`, agent: `agent ${short}`, label: line.slice(0, 400) },
    ],
    marks: [
      {
        seq: 1,
        at,
        branch: `feature/${short}`,
        cwd: `/x/${secret}`.slice(0, 900),
        changedPaths: [`a/${secret}`.slice(0, 900)],
      },
    ],
  };
}

/** Secrets are told by their own shape or by the line around them; as a bare word in a path only the former can be. */
const SHAPED = SECRETS.filter(({ secret }) => isShaped(secret));
function isShaped(secret: string): boolean {
  return /^(gh[ps]_|github_pat_|glpat-|npm_|pypi-|AKIA|AIza|sk-ant|sk-proj|xoxb-|sk_live_|rk_live_|whsec_|cst_)/.test(
    secret,
  );
}

async function everyText(): Promise<{ place: string; text: string }[]> {
  const columns = await uploader.rows(
    `SELECT table_schema AS schema, table_name AS "table", column_name AS name FROM information_schema.columns
      WHERE table_schema IN ('public', 'graphile_worker') AND data_type IN ('text', 'jsonb', 'json', 'ARRAY', 'character varying')
        AND table_name NOT LIKE '\\_prisma%'`,
  );
  const found: { place: string; text: string }[] = [];
  for (const { schema, table, name } of columns) {
    const rows = await uploader
      .rows(`SELECT string_agg("${name}"::text, E'\\n') AS text FROM ${schema}."${table}"`)
      .catch(() => []);
    found.push({ place: `${table}.${name}`, text: String(rows[0]?.["text"] ?? "") });
  }
  return found;
}

describe("secrets in uploads", () => {
  it("reach no table and no log, by whatever way they come", async () => {
    const log = createLog(
      { process: "test", level: "info" },
      new Writable({
        write(chunk, _encoding, done) {
          lines.push(String(chunk));
          done();
        },
      }),
    );
    const deps = { ...uploader.deps, log };
    for (const [index, { line, secret }] of SECRETS.entries()) {
      const { threads, marks, session, ...batch } = secretSession(line, isShaped(secret) ? secret : "plain", index);
      const answer = await uploader.append({ ...batch, session, threads, marks });
      expect(answer.rejected).toBe(0);
      value(await analyseSession(deps, { teamId: uploader.team.teamId, sessionId: answer.session.id }));
      log.error({ error: new Error(line), nested: { list: [line] } }, line);
    }
    const transcript = SECRETS.map(({ line }, index) => ({
      type: "user",
      uuid: `00000000-0000-4000-8000-${String(index).padStart(12, "0")}`,
      parentUuid: null,
      sessionId: "11111111-1111-4111-8111-111111111111",
      timestamp: "2026-10-05T08:30:00.000Z",
      cwd: "/work",
      version: "2.1.0",
      message: { role: "user", content: line },
    }));
    const bytes = Buffer.from(transcript.map((record) => JSON.stringify(record)).join("\n"));
    const sent = value(await appendTranscript(deps, uploader.key, { bytes, session: { projectSlug: "billing-api" } }));
    expect(sent.sessions[0]?.accepted).toBe(SECRETS.length);
    for (const { secret } of SHAPED) {
      value(
        await setCursor(deps, uploader.key, {
          session: aSession("c").batch().session,
          source: `/f/${secret}`.slice(0, 900),
          byteOffset: 1,
          prefixSha256: "0".repeat(64),
        }),
      );
    }

    const texts = [...(await everyText()), { place: "log", text: lines.join("\n") }];
    expect(texts.find(({ place }) => place === "content.text")?.text).toContain("[REDACTED:");
    const leaks = SECRETS.flatMap(({ kind, secret }) =>
      texts.filter(({ text }) => text.includes(secret)).map(({ place }) => `${kind} in ${place}`),
    );
    expect([...new Set(leaks)]).toEqual([]);
    const [session] = await uploader.rows("SELECT sum(redactions)::int AS redactions FROM session");
    expect(session?.["redactions"]).toBeGreaterThan(SECRETS.length);
  }, 60_000);
});
