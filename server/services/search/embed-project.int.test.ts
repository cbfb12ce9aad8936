import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { DecisionInput } from "@/server/core/decisions/decision-input";
import { resolveProjectScope } from "../access/resolve-scope";
import type { Deps } from "../deps";
import { aSession } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { editDecision } from "../memory/edit-decision";
import { recordDecision } from "../memory/record-decision";
import { value } from "../testing/team-fixture";
import { embeddings } from "./embeddings";
import { indexProject, indexWhatWaits } from "./index-project";
import { prepareEmbeddings } from "./prepare-embeddings";
import { searchEverything } from "./search-everything";
import {
  type FakeAnswer,
  type FakeEmbeddingServer,
  fakeEmbeddingServer,
  meaningOf,
} from "./testing/fake-embedding-server";

let uploader: Uploader;
let scope: ProjectScope;
let elsewhere: ProjectScope;
let server: FakeEmbeddingServer;
let answer: (texts: readonly string[]) => FakeAnswer;
let warnings: string[];
let hasVectors = false;

const ofMeaning = (texts: readonly string[]) => texts.map(meaningOf);

beforeAll(async () => {
  uploader = await anUploader();
  server = await fakeEmbeddingServer((texts) => answer(texts));
  const { deps, team } = uploader;
  const scopeOf = async (slug: string) =>
    value(await resolveProjectScope(deps, team.people.owner, team.slug, slug, "decision:write"));
  scope = await scopeOf(team.project.slug);
  elsewhere = await scopeOf(team.secondProject.slug);
  hasVectors = (await uploader.rows("SELECT FROM pg_available_extensions WHERE name = 'vector'")).length > 0;
  if (!hasVectors) {
    process.stdout.write("embeddings: this Postgres has no pgvector, so searches by meaning were not tried\n");
  }
  await decide(scope, "Retries go to a backlog", "Workers take them one after the other.");
  await decide(scope, "Invoices are rounded up", "Half a cent counts.");
  await uploader.append(aSession("one").said("At midnight the totals jump").ran("make", { out: "gazebo built" }));
  await uploader.append(aSession("two").said("At midnight the totals jump"));
}, 120_000);
afterAll(async () => {
  await server.close();
  await uploader.close();
});
beforeEach(() => {
  answer = ofMeaning;
  warnings = [];
  server.asked.length = 0;
});

async function decide(where: ProjectScope, title: string, decision: string): Promise<number> {
  const input = DecisionInput.parse({
    ...{ title, decision, context: "", reasoning: "", impact: "" },
    ...{ reversible: "yes", risk: "low", confidence: "high" },
  });
  return value(await recordDecision(uploader.deps, where, { decision: input, status: "accepted" })).number;
}

function withModel(model = "fake"): Deps {
  const settings = { url: server.url, model, key: null, textsTimeoutMs: 3_000, queryTimeoutMs: 500 };
  const warn = (fields: Record<string, unknown>, message: string) => {
    warnings.push(`${message} ${JSON.stringify(fields)}`);
  };
  const log = { info() {}, error() {}, warn };
  return { ...uploader.deps, log, embeddings: embeddings(settings, uploader.deps.clock) };
}

async function index(deps: Deps, where = scope): Promise<void> {
  while (value(await indexProject(deps, where)) === "more");
}

async function titles(deps: Deps, query: string, where = scope): Promise<string[]> {
  const input = { query, kind: null, correct: false, cursor: null, limit: 20 };
  const { hits } = value(await searchEverything(deps, where, input));
  return hits.map(({ title }) => title.map(({ text }) => text).join(""));
}

const asked = () => server.asked.flat();

describe("a database without pgvector", () => {
  it("is told of at the worker's start, is asked for nothing, and is searched by words", async (context) => {
    if (hasVectors) return context.skip("this Postgres has pgvector");
    const deps = withModel();
    await prepareEmbeddings(deps);
    expect(warnings).toEqual([expect.stringContaining("no pgvector")]);
    await index(deps);
    expect(await titles(deps, "backlog")).toEqual(["Retries go to a backlog"]);
    const input = { query: "backlog", kind: null, correct: false, cursor: null, limit: 20 };
    expect(value(await searchEverything(deps, scope, input)).meaningFault).toBe("no-pgvector");
    expect(value(await searchEverything(uploader.deps, scope, input)).meaningFault).toBeNull();
    expect(asked()).toEqual([]);
  });
});

describe("a database with pgvector", () => {
  beforeEach(async (context) => {
    if (!hasVectors) return context.skip("this Postgres has no pgvector");
    await prepareEmbeddings(withModel());
  });

  it("has what people and agents said and what was recorded, equal texts once, outputs of tools not", async () => {
    await index(withModel());
    expect(asked().filter((text) => text.includes("midnight"))).toHaveLength(1);
    expect(asked().filter((text) => text.includes("backlog"))).toHaveLength(1);
    expect(asked().some((text) => text.includes("gazebo"))).toBe(false);
    server.asked.length = 0;
    for (const where of [scope, elsewhere]) await index(withModel(), where);
    expect(asked()).toEqual([]);
    expect(await indexWhatWaits(withModel())).toBe(0);
  });

  it("has an index of its vectors, also when they were there before it", async () => {
    const indexes = () => uploader.rows("SELECT indexname FROM pg_indexes WHERE indexname LIKE 'search_vector_near%'");
    expect(await indexes()).toEqual([{ indexname: "search_vector_near_5_idx" }]);
    await uploader.rows("DROP INDEX search_vector_near_5_idx");
    await prepareEmbeddings(withModel());
    expect(await indexes()).toHaveLength(1);
  });

  it("finds a text that has none of the words, and says so", async () => {
    const deps = withModel();
    const input = { query: "zebra crossing", kind: null, correct: false, cursor: null, limit: 20 };
    const found = value(await searchEverything(deps, scope, input));
    expect(found.byMeaning).toBe(true);
    expect((await titles(deps, "zebra crossing"))[0]).toBe("Retries go to a backlog");
    expect(await titles(uploader.deps, "zebra crossing")).toEqual([]);
  });

  it("keeps to the fields, and to the project", async () => {
    const deps = withModel();
    expect(await titles(deps, "zebra crossing kind:failure")).toEqual([]);
    expect(await titles(deps, "zebra crossing", elsewhere)).toEqual([]);
  });

  it("is searched by words when the model fails, with a line in the log", async () => {
    answer = () => 500;
    const deps = withModel();
    expect(await titles(deps, "rounded invoices")).toEqual(["Invoices are rounded up"]);
    expect(warnings).toEqual([expect.stringContaining("words only")]);
  });

  it("pages on by words when the model fails between two pages", async () => {
    const deps = withModel();
    const input = { query: "midnight backlog invoices", kind: null, correct: false, limit: 1 };
    const first = value(await searchEverything(deps, scope, { ...input, cursor: null }));
    answer = () => 500;
    const second = value(await searchEverything(withModel(), scope, { ...input, cursor: first.nextCursor }));
    expect([first.byMeaning, second.byMeaning]).toEqual([true, false]);
    expect([first.meaningFault, second.meaningFault]).toEqual([null, "no-answer"]);
    expect(second.hits).toHaveLength(1);
  });

  it("takes the vector of a text that another project of the team has", async () => {
    await decide(elsewhere, "Retries go to a backlog", "Workers take them one after the other.");
    await index(withModel(), elsewhere);
    expect(asked()).toEqual([]);
    expect(await titles(withModel(), "zebra crossing", elsewhere)).toEqual(["Retries go to a backlog"]);
  });

  it("follows an edit", async () => {
    const number = await decide(scope, "Keep bikes outside", "Rain or not.");
    await index(withModel());
    const decision = DecisionInput.parse({
      ...{ title: "Keep bikes in the gazebo", decision: "Dry.", context: "", reasoning: "", impact: "" },
      ...{ reversible: "yes", risk: "low", confidence: "high" },
    });
    uploader.deps.advance(60_000);
    value(await editDecision(uploader.deps, scope, { number, expectedVersion: 1, decision }));
    await index(withModel());
    const rows = await uploader.rows(`SELECT vector FROM search_vector WHERE kind = 'decision' AND key = '${number}'`);
    expect(rows).toEqual([{ vector: [0, 0, 0, 1, expect.closeTo(0.1)] }]);
  });

  it("leaves out a text that the model refuses, and no other", async () => {
    await decide(scope, "Poison", "Unreadable.");
    await decide(scope, "Pay by card", "No cash.");
    answer = (texts) => (texts.some((text) => text.includes("Poison")) ? 400 : ofMeaning(texts));
    await index(withModel());
    const refused = await uploader.rows("SELECT FROM search_vector WHERE model = 'fake' AND vector IS NULL");
    expect(refused).toHaveLength(1);
    expect(await uploader.rows("SELECT FROM search_vector WHERE model = ''")).toEqual([]);
  });

  it("is asked again by the next job when the model did not answer", async () => {
    await decide(scope, "Clock drift is told", "In the log.");
    answer = () => 503;
    await index(withModel());
    expect(warnings).toEqual([expect.stringContaining("did not answer")]);
    expect(await indexWhatWaits(withModel())).toBe(1);
    answer = ofMeaning;
    await index(withModel());
    expect(await uploader.rows("SELECT FROM search_vector WHERE model = ''")).toEqual([]);
  });

  it("is made anew for another model, whatever its dimensions", async () => {
    answer = (texts) => texts.map((text) => [...meaningOf(text), 0, 0]);
    await index(withModel("other"));
    expect(asked().some((text) => text.includes("backlog"))).toBe(true);
    expect((await titles(withModel("other"), "zebra crossing"))[0]).toBe("Retries go to a backlog");
  });
});
