import { analyseSession } from "../../../../services/analysis/analyse-session";
import type { RawBatch } from "../../../../services/ingest/read-batch";
import { aSession, type SessionFixture } from "../../../../services/ingest/testing/session-fixture";
import { anUploader, keyPrincipal, type Uploader } from "../../../../services/ingest/testing/uploader";
import { aTeam, value } from "../../../../services/testing/team-fixture";
import { createCaller } from "../../../root";

type Caller = ReturnType<typeof createCaller>;

/** A stored session, and the same calls as a person, as an agent and as somebody of another team. */
export interface ContextLab {
  readonly uploader: Uploader;
  readonly person: Caller;
  readonly agent: Caller;
  readonly stranger: Caller;
  /** Uploads and analyses; answers what every call needs to name the session. */
  store(session: SessionFixture | RawBatch): Promise<{ team: string; project: string; number: number }>;
  /** Stores a session of its own that begins with a prompt; answers its place and the refs of its results. */
  storeResults(build: (session: SessionFixture) => SessionFixture): Promise<StoredResults>;
  /** Two reads that the agent has seen. */
  storeTwoReads(): Promise<StoredResults>;
  /** What the newest transition made of each event that has one, by ref. */
  residencies(number: number): Promise<Record<string, unknown>>;
  /** Runs the analyses that were asked for. */
  settle(): Promise<void>;
  close(): Promise<void>;
}

export interface StoredResults {
  readonly place: { team: string; project: string; number: number };
  readonly refs: string[];
}

export const BODY = "const amount = priceOf(invoice);\n".repeat(60);

/** `ctx:` refs of the results of a fixture, in order. */
export function resultRefs(fixture: SessionFixture): string[] {
  const results = fixture.batch().events.filter((event) => event.kind === "tool_result");
  return results.map((event) => `ctx:${event.id}`);
}

export async function aContextLab(): Promise<ContextLab> {
  const uploader = await anUploader();
  const { deps, team } = uploader;
  const key = await keyPrincipal(deps, (await team.key({ scopes: ["context"] })).secret);
  const foreign = await aTeam(deps, "Elsewhere");
  const analyse = async (sessionId: string) => {
    value(await analyseSession(deps, { teamId: team.teamId, sessionId }));
  };
  const store: ContextLab["store"] = async (session) => {
    const { session: stored } = await uploader.append(session);
    await analyse(stored.id);
    return { team: team.slug, project: team.project.slug, number: stored.number };
  };
  let sessions = 0;
  const storeResults: ContextLab["storeResults"] = async (build) => {
    const fixture = build(aSession(`results-${++sessions}`).said("Fix the invoices"));
    return { place: await store(fixture), refs: resultRefs(fixture) };
  };
  return {
    uploader,
    person: createCaller({ deps, principal: team.people.member }),
    agent: createCaller({ deps, principal: key }),
    stranger: createCaller({ deps, principal: foreign.people.owner }),
    store,
    storeResults,
    storeTwoReads: () =>
      storeResults((session) => session.read("src/a.ts", BODY).read("src/b.ts", `${BODY}!`).answered("I know enough")),
    async residencies(number) {
      const rows = await uploader.rows(
        `SELECT DISTINCT ON (t.entry_id) t.entry_id, t.to_residency FROM transition t
           JOIN session s ON s.team_id = t.team_id AND s.id = t.session_id
          WHERE s.number = $1 ORDER BY t.entry_id, t.created_at DESC, t.id DESC`,
        [number],
      );
      return Object.fromEntries(rows.map((row) => [`ctx:${row["entry_id"]}`, row["to_residency"]]));
    },
    async settle() {
      const rows = await uploader.rows("SELECT id FROM session WHERE ingest_revision > analysed_revision");
      for (const row of rows) await analyse(String(row["id"]));
    },
    close: () => uploader.close(),
  };
}
