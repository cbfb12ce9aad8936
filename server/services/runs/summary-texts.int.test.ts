import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { aSession } from "@/server/services/ingest/testing/session-fixture";
import { value } from "@/server/services/testing/team-fixture";
import { rememberingModel } from "../summaries/remembering-model";
import { type SummaryModel, summaryModel } from "../summaries/summary-model";
import { type FakeModelServer, fakeModelServer } from "../summaries/testing/fake-model-server";
import { previewRun } from "./preview";
import { runPrune } from "./run";
import { aRunsWorld, BODY, type RunsWorld, type StoredSession } from "./testing/runs-fixture";

let world: RunsWorld;
let server: FakeModelServer | null = null;
beforeAll(async () => {
  world = await aRunsWorld();
});
afterEach(async () => {
  await server?.close();
  server = null;
});
afterAll(() => world.close());

/** Research that is over, then another task: its stale part becomes one summary. */
async function aResearch(id: string): Promise<StoredSession> {
  const session = aSession(id, { client: "opencode", windowTokens: 200_000 }).said("Look at the prices");
  for (let file = 0; file < 30; file++) {
    session.read(`src/part-${file}.ts`, `${BODY}${file}`).answered(`Part ${file} takes the price. `.repeat(60));
  }
  return world.store(session.said("Now write the report").answered("Done."));
}

const deps = (model?: SummaryModel) => ({ ...world.uploader.deps, ...(model && { summaryModel: model }) });
const preview = async (number: number, model?: SummaryModel, compact = true) =>
  value(await previewRun(deps(model), world.scope, { number, compact, limit: 10 }));
const run = async (number: number, model: SummaryModel, expectedRevision?: number) =>
  runPrune(deps(model), world.scope, { number, compact: true, onlyIfItPays: false, expectedRevision });

/** The draft's first line with another sentence, as a model that keeps to its instructions answers. */
async function betterTextOf({ number }: StoredSession) {
  const [draft] = (await preview(number)).summaries.rows;
  const evidence = draft?.evidence[0] ?? "";
  const [head] = draft?.text.split("\n") ?? [];
  return {
    draft,
    text: `${head}\nSummary: The parts take the price from src/part-3.ts. Evidence: ${evidence}.`,
    evidence,
  };
}

async function modelThatSays(answer: string | number): Promise<SummaryModel> {
  server = await fakeModelServer(() => answer);
  return rememberingModel(summaryModel({ url: server.url, model: "fake", key: null, timeoutMs: 5_000 }));
}

it("shows and commits the text of the model, which is asked once", async () => {
  const session = await aResearch("model-1");
  const { draft, text, evidence } = await betterTextOf(session);
  const model = await modelThatSays(text);
  const seen = await preview(session.number, model);
  expect(seen.summaries.rows).toMatchObject([{ text, evidence: [evidence] }]);
  expect(seen.totals.summaryTokens).toBeLessThan(draft?.tokens ?? 0);
  expect(value(await run(session.number, model, seen.revision))).toMatchObject({ committed: true, summaries: 1 });
  expect(server?.asked).toHaveLength(1);
  const stored = await world.uploader.rows("SELECT text, tokens, evidence FROM summary WHERE session_id = $1", [
    session.id,
  ]);
  expect(stored).toEqual([{ text, tokens: seen.totals.summaryTokens, evidence: [evidence] }]);
});

it("commits the text of the rules when the model fails", async () => {
  const session = await aResearch("model-2");
  const { draft } = await betterTextOf(session);
  const model = await modelThatSays(500);
  expect(value(await run(session.number, model))).toMatchObject({ committed: true, summaries: 1 });
  const stored = await world.uploader.rows("SELECT text FROM summary WHERE session_id = $1", [session.id]);
  expect(stored).toEqual([{ text: draft?.text }]);
});

it("asks for nothing that is not used", async () => {
  const session = await aResearch("model-3");
  const { text } = await betterTextOf(session);
  const model = await modelThatSays(text);
  await preview(session.number, model, false);
  expect(await run(session.number, model, 99_999)).toMatchObject({ ok: false, fault: { code: "conflict" } });
  expect(server?.asked).toEqual([]);
});

it("keeps nobody waiting while the model writes", async () => {
  const session = await aResearch("model-4");
  const open: unknown[] = [];
  const model: SummaryModel = {
    async write() {
      open.push(
        ...(await world.uploader.rows(
          "SELECT query FROM pg_stat_activity WHERE datname = current_database() AND state LIKE 'idle in transaction%'",
        )),
      );
      return "nothing of use";
    },
  };
  expect(value(await run(session.number, model))).toMatchObject({ committed: true });
  expect(open).toEqual([]);
});
