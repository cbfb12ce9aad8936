import { afterAll, beforeAll, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import { NO_EVENT_FILTER } from "@/server/core/telemetry/event-filter";
import { readRefLabels } from "@/server/db/sessions/timeline";
import { aSession } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { projectScopeOf } from "../telemetry/testing/telemetry-fixture";
import { value } from "../testing/team-fixture";
import { getEvent } from "./event";
import { sessionFacets } from "./facets";
import { findEvents } from "./find";
import { getSession } from "./get";
import { landmarks } from "./landmarks";
import { outline } from "./outline";
import { timeline } from "./timeline";

const EVENTS = 20_000;
/** Ten times what the slowest takes on a busy machine; a plan that compares all with all takes minutes. */
const LIMIT_MS = 8_000;
const SESSION = { number: 1, thread: "main" };

let uploader: Uploader;
let scope: ProjectScope;

beforeAll(async () => {
  uploader = await anUploader();
  scope = await projectScopeOf(uploader.team);
  const tables = await uploader.rows(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace",
  );
  // Postgres plans as it does right after an upload: nothing has counted the rows yet.
  for (const { name } of tables) await uploader.rows(`ALTER TABLE "${name}" SET (autovacuum_enabled = false)`);
  const session = aSession("fresh", { windowTokens: 200_000 }).said("Look at everything");
  for (let file = 0; file < EVENTS / 2; file++) session.read(`src/${file}.ts`, `const part = ${file % 500};`);
  for (const batch of session.batches(1_000)) await uploader.append(batch);
}, 300_000);
afterAll(() => uploader.close());

it.each<[string, () => Promise<unknown>]>([
  ["the session", async () => value(await getSession(uploader.deps, scope, SESSION))],
  ["its outline", async () => value(await outline(uploader.deps, scope, SESSION))],
  [
    "a page of it",
    async () => value(await timeline(uploader.deps, scope, { ...SESSION, after: null, seqs: null, limit: 200 })),
  ],
  ["a search in it", async () => value(await findEvents(uploader.deps, scope, { ...SESSION, text: "part = 77" }))],
  [
    "what can be chosen in it",
    async () => value(await sessionFacets(uploader.deps, scope, { ...SESSION, filter: NO_EVENT_FILTER, text: "77" })),
  ],
  ["where to jump in it", async () => value(await landmarks(uploader.deps, scope, SESSION))],
  ["an event of it", async () => value(await getEvent(uploader.deps, scope, { number: 1, ref: "fresh-e15000" }))],
  [
    "the names of evidence",
    async () => {
      const [session] = await uploader.rows("SELECT id FROM session");
      const refs = Array.from({ length: 300 }, (_, index) => `fresh-e${1_000 + index * 20}`);
      await readRefLabels(uploader.deps.db, scope, String(session?.["id"]), refs);
    },
  ],
])("answers %s at once, right after an upload of 20,000 events", { timeout: 600_000 }, async (_name, read) => {
  const begun = performance.now();
  await read();
  expect(performance.now() - begun).toBeLessThan(LIMIT_MS);
});

it("calls a result by its call, and its partner too", async () => {
  const [call, result] = value(
    await timeline(uploader.deps, scope, { ...SESSION, after: null, seqs: [3, 4], limit: 10 }),
  ).rows;
  expect(result?.label).toBe(call?.label);
  const { id } = (await uploader.rows("SELECT id FROM session"))[0] ?? {};
  const labels = await readRefLabels(uploader.deps.db, scope, String(id), [call?.ref ?? "", result?.ref ?? "", "none"]);
  expect(labels.map(({ label }) => label)).toEqual([call?.label, call?.label]);
});
