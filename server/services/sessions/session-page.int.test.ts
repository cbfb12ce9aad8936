import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ProjectScope } from "@/server/core/access/scope";
import {
  type EventFacets,
  type EventFilter,
  matchesEvent,
  NO_EVENT_FILTER,
  SOURCES,
} from "@/server/core/telemetry/event-filter";
import type { Landmark } from "@/server/core/telemetry/landmarks";
import {
  OUTLINE_ERROR,
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  type Outline,
  RESIDENCIES,
} from "@/server/core/telemetry/session-views";
import { analyseSession } from "@/server/services/analysis/analyse-session";
import { aNoisySession, aSession } from "@/server/services/ingest/testing/session-fixture";
import { anUploader, type Uploader } from "@/server/services/ingest/testing/uploader";
import { addProjectSource } from "@/server/services/projects/add-source";
import { projectScopeOf } from "@/server/services/telemetry/testing/telemetry-fixture";
import { value } from "@/server/services/testing/team-fixture";
import { sessionFacets } from "./facets";
import { findEvents } from "./find";
import { getSession } from "./get";
import { landmarks } from "./landmarks";
import { outline } from "./outline";

/** A session as the page shows it: uploaded, analysed, with a sub-agent, a compaction, a commit and a pull request. */

let uploader: Uploader;
let scope: ProjectScope;
let number: number;

const PR = "https://github.com/acme/billing/pull/41";

beforeAll(async () => {
  uploader = await anUploader();
  scope = await projectScopeOf(uploader.team, "billing-api");
  value(await addProjectSource(uploader.deps, scope, { kind: "git_remote", value: "git@github.com:acme/billing.git" }));
  const session = aNoisySession("page").inMain();
  session
    .read("src/login.ts")
    .ran("npm test", { exit: 1 })
    .ran('git commit -am "Fix it"', { out: "[fix/login 1a2b3c4] Fix it\n 1 file changed" })
    .called("Task", { prompt: "Look" }, "It looks fine.")
    .compacted()
    .ran("gh pr create --fill", { out: `Creating pull request\n${PR}\nhttps://evil.example/acme/billing/pull/1` })
    .answered("100% done");
  const batch = session.batch();
  const call = batch.events.find((event) => event.tool === "Task");
  batch.boundaries.push({ thread: "main", seq: 1, at: batch.events[0]?.at ?? "", kind: "task-start" });
  const [first, ...threads] = batch.threads;
  if (!first) throw new Error("The noisy session has a sub-agent.");
  const { session: stored } = await uploader.append({
    ...batch,
    session: { ...batch.session, branch: "fix/login", head: "1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d" },
    threads: [{ ...first, spawnedByCallId: call?.callId }, ...threads],
  });
  value(await analyseSession(uploader.deps, { teamId: scope.teamId, sessionId: stored.id }));
  number = stored.number;
});
afterAll(() => uploader.close());

/** An event of an outline, told apart anew: what the facets must agree with. */
function factsOf(shape: Outline, index: number) {
  const flags = shape.flags[index] ?? 0;
  return {
    source: SOURCES[shape.sources[index] ?? 0] ?? "tools",
    kind: OUTLINE_KINDS[shape.kinds[index] ?? 0] ?? "other",
    tool: shape.toolNames[shape.tools[index] ?? 0] ?? "",
    skill: shape.skillNames[shape.skills[index] ?? 0] ?? "",
    residency: flags & OUTLINE_HISTORY ? null : (RESIDENCIES[shape.residency[index] ?? 0] ?? "full"),
    noise: OUTLINE_NOISE[shape.noise[index] ?? 0] ?? null,
    isError: (flags & OUTLINE_ERROR) !== 0,
  };
}

async function recount(thread: string, filter: EventFilter, text: string) {
  const shape = value(await outline(uploader.deps, scope, { number, thread }));
  const found = text === "" ? null : value(await findEvents(uploader.deps, scope, { number, thread, text })).refs;
  const hits = shape.refs.flatMap((ref, index) =>
    (found === null || found.includes(ref)) && matchesEvent(factsOf(shape, index), filter) ? [index] : [],
  );
  return { events: hits.length, tokens: hits.reduce((sum, index) => sum + (shape.tokens[index] ?? 0), 0) };
}

const facets = async (thread: string, filter: Partial<EventFilter> = {}, text = ""): Promise<EventFacets> =>
  value(await sessionFacets(uploader.deps, scope, { number, thread, filter: { ...NO_EVENT_FILTER, ...filter }, text }));

describe("the filter of a session", () => {
  it.each<[string, Partial<EventFilter>, string]>([
    ["nothing", {}, ""],
    ["a tool", { tool: "Read" }, ""],
    ["a skill", { skill: "testing" }, ""],
    ["a kind", { kind: "tool_result" }, ""],
    ["a source", { source: "reads" }, ""],
    ["a residency", { residency: "reference" }, ""],
    ["failures", { errors: true }, ""],
    ["proven noise", { noise: "proven" }, ""],
    ["words", {}, "login"],
    ["letters of patterns", {}, "100%"],
    ["all together", { kind: "tool_result", source: "reads", noise: "any" }, "login"],
  ])("counts what %s shows, in every thread", async (_name, filter, text) => {
    const whole = { ...NO_EVENT_FILTER, ...filter };
    const { threads } = value(await getSession(uploader.deps, scope, { number }));
    for (const { key } of threads) {
      const counted = await facets(key, filter, text);
      expect(counted.matched).toEqual(await recount(key, whole, text));
      for (const field of ["source", "kind", "tool", "skill", "noise", "residency"] as const) {
        for (const { value: choice, events, tokens } of counted[field]) {
          // Every value of a facet is one of its field's own.
          const chosen = { ...whole, [field]: choice } as EventFilter;
          expect({ field, choice, events, tokens }).toEqual({ field, choice, ...(await recount(key, chosen, text)) });
        }
      }
    }
  });

  it("tells what matches in the other threads", async () => {
    const counted = await facets("main", { kind: "user_prompt" });
    expect(counted.threads.map(({ key }) => key).sort()).toEqual(["agent-1", "main"]);
    expect(counted.agents.map(({ value: agent }) => agent).sort()).toEqual(["code-reviewer", "main"]);
  });

  it("adds up by source to what entered", async () => {
    const { totals } = value(await getSession(uploader.deps, scope, { number }));
    const sum = (read: (row: (typeof totals.sources)[number]) => number) =>
      totals.sources.reduce((total, row) => total + read(row), 0);
    expect(sum((row) => row.events)).toBe(totals.events);
    expect(sum((row) => row.tokens)).toBe(totals.addedTokens);
    expect(sum((row) => row.provenTokens)).toBe(totals.provenTokens);
  });
});

describe("threads", () => {
  it("know the call that started them and the result that they gave", async () => {
    const { threads } = value(await getSession(uploader.deps, scope, { number }));
    const main = value(await outline(uploader.deps, scope, { number, thread: "main" }));
    const [own, sub] = threads;
    expect(own?.spawnedBy).toBeNull();
    expect(sub).toMatchObject({ key: "agent-1", parentKey: "main", spawnedBy: { thread: "main", outcome: "ok" } });
    const tasks = main.refs.filter((_, index) => main.toolNames[main.tools[index] ?? 0] === "Task");
    expect([sub?.spawnedBy?.ref, sub?.spawnedBy?.resultRef]).toEqual(tasks);
  });

  it("are found by an event, a name, an agent, or are the main one", async () => {
    const threadOf = async (wanted: object) => value(await outline(uploader.deps, scope, { number, ...wanted })).thread;
    const sub = value(await outline(uploader.deps, scope, { number, thread: "agent-1" }));
    expect(await threadOf({})).toBe("main");
    expect(await threadOf({ event: sub.refs[0], thread: "main" })).toBe("agent-1");
    expect(await threadOf({ thread: "agent-1", agent: "main" })).toBe("agent-1");
    expect(await threadOf({ agent: "code-reviewer" })).toBe("agent-1");
    expect(await threadOf({ thread: "gone", agent: "nobody", event: "nothing" })).toBe("main");
  });
});

describe("landmarks", () => {
  it("are the boundaries, epochs, commits and pull requests of the session, linked to its repository", async () => {
    const found = value(await landmarks(uploader.deps, scope, { number }));
    const shown = (kind: Landmark["kind"]) =>
      found.landmarks.filter((mark) => mark.kind === kind).map(({ name, url, told }) => ({ name, url, told }));
    expect(shown("boundary")).toContainEqual({ name: "task-start", url: null, told: true });
    expect(shown("epoch").map(({ name }) => name)).toEqual(["compaction"]);
    expect(shown("commit")).toEqual([
      { name: "Fix it", url: "https://github.com/acme/billing/commit/1a2b3c4", told: true },
    ]);
    expect(shown("pull-request")).toEqual([{ name: "#41", url: PR, told: true }]);
    expect(found).toMatchObject({
      more: false,
      branchUrl: "https://github.com/acme/billing/tree/fix/login",
      headUrl: "https://github.com/acme/billing/commit/1a2b3c4d5e6f7a8b9c0d1a2b3c4d5e6f7a8b9c0d",
    });
  });

  it("say a compaction once, and are in the order of their time", async () => {
    const { landmarks: all } = value(await landmarks(uploader.deps, scope, { number }));
    expect(all.filter(({ name }) => name === "compaction")).toHaveLength(1);
    expect(all.map(({ at }) => at)).toEqual(all.map(({ at }) => at).toSorted());
  });

  it("have no links where the project has no repository on the web", async () => {
    const other = await anUploader();
    const { session } = await other.append(
      aSession("bare", { branch: "main" }).ran("git commit -m x", { out: "[main 1a2b3c4] x" }),
    );
    const place = await projectScopeOf(other.team, "billing-api");
    const found = value(await landmarks(other.deps, place, { number: session.number }));
    expect(found).toMatchObject({ repositoryUrl: null, branchUrl: null, headUrl: null });
    expect(found.landmarks.map(({ kind, url }) => [kind, url])).toEqual([["commit", null]]);
    await other.close();
  });
});
