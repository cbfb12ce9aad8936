import type { ProjectScope } from "@/server/core/access/scope";
import type { Result } from "@/server/core/result";
import type { PreviewView, RunAnswerView } from "@/server/core/runs/views";
import { resolveProjectScope } from "@/server/services/access/resolve-scope";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { aSession, type SessionFixture } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { value } from "@/server/services/testing/team-fixture";
import { type PreviewRun, previewRun } from "../preview";
import { type RunPrune, runPrune } from "../run";

/** 1,200 tokens; the same for everyone who reads it. */
export const BODY = "const price = amount * rate; // what the customer pays\n".repeat(90);

export interface RunsWorld {
  readonly uploader: Uploader;
  /** Of the owner, in the browser. */
  readonly scope: ProjectScope;
  /** Uploads the session, judges it, and answers its number and key. */
  store(session: SessionFixture): Promise<StoredSession>;
  /** Judges it again, as the worker does after a change. */
  analyse(session: StoredSession): Promise<void>;
  preview(number: number, more?: Partial<PreviewRun>): Promise<PreviewView>;
  tryRun(number: number, more?: Partial<RunPrune>, scope?: ProjectScope): Promise<Result<RunAnswerView>>;
  run(number: number, more?: Partial<RunPrune>): Promise<RunAnswerView>;
  /** A run that must not be refused. */
  commit(number: number, more?: Partial<RunPrune>): Promise<Extract<RunAnswerView, { committed: true }>>;
  close(): Promise<void>;
}

export interface StoredSession {
  readonly id: string;
  readonly number: number;
}

export async function aRunsWorld(): Promise<RunsWorld> {
  const uploader = await anUploader();
  const { team, deps } = uploader;
  const scope = value(
    await resolveProjectScope(deps, team.people.owner, team.slug, team.project.slug, "session:prune"),
  );
  const analyse = async ({ id }: StoredSession) =>
    void value(await analyseSession(deps, { teamId: team.teamId, sessionId: id }));
  const tryRun: RunsWorld["tryRun"] = (number, more = {}, by = scope) =>
    runPrune(deps, by, { number, onlyIfItPays: false, ...more });
  const run: RunsWorld["run"] = async (number, more) => value(await tryRun(number, more));
  return {
    uploader,
    scope,
    analyse,
    tryRun,
    run,
    preview: async (number, more = {}) => value(await previewRun(deps, scope, { number, limit: 100, ...more })),
    async commit(number, more) {
      const answer = await run(number, more);
      if (!answer.committed) throw new Error(`Refused: ${answer.reason}`);
      return answer;
    },
    async store(session) {
      const { session: stored } = await uploader.append(session);
      const place = { id: stored.id, number: stored.number };
      await analyse(place);
      return place;
    },
    close: () => uploader.close(),
  };
}

/** A session in which `copies` reads of one file are duplicates, all of them past every window of age. */
export function aSessionWithCopies(id: string, copies = 3, client: "claude-code" | "opencode" = "claude-code") {
  const session = aSession(id, { client, windowTokens: 200_000 }).said("Look at the prices").read("src/price.ts", BODY);
  for (let copy = 0; copy < copies; copy++) {
    session.ran(`git show --stat HEAD~${copy}`, { out: `commit ${copy}` }).read("src/price.ts", BODY);
  }
  for (let turn = 0; turn < 12; turn++) session.ran(`git log -1 --format=%s HEAD~${turn}`, { out: `Subject ${turn}` });
  return session.answered("The price is the amount times the rate.");
}

/** As above, with a read that a protection keeps though it is a copy: a rule file of the project. */
export function aSessionWithProtectedCopy(id: string) {
  const session = aSessionWithCopies(id, 1);
  const rules = "Never round prices.\n".repeat(120);
  return session.read("AGENTS.md", rules).answered("Read").read("AGENTS.md", rules).answered("Read again");
}
