import { readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "@/server/api/root";
import { STAGES, type Stage } from "@/server/core/events/kinds";
import type { LoadView } from "@/server/core/filter/views";
import { analyseAll } from "../analysis/testing/rollup-checks";
import { appendTranscript } from "../ingest/append-transcript";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { value } from "../testing/team-fixture";

const corpus = process.env["STEWARD_CORPUS"];
if (!corpus) console.log("STEWARD_CORPUS is not set: loads of recorded sessions are skipped.");

/** A session with skills of Claude Code, and one with rules and skills of Codex; each gets a project of its own. */
const SESSIONS = {
  "billing-api": "claude-code/cli-38-346dbfe2e0-0.jsonl",
  "harbor-web": "codex/agentv-79-6eaddfe2f9-0.jsonl",
} as const;
type Project = keyof typeof SESSIONS;

let uploader: Uploader;
beforeAll(async () => {
  if (!corpus) return;
  uploader = await anUploader();
  for (const [projectSlug, file] of Object.entries(SESSIONS)) {
    const bytes = readFileSync(path.join(corpus, file));
    value(await appendTranscript(uploader.deps, uploader.key, { bytes, path: file, session: { projectSlug } }));
  }
  await analyseAll(uploader);
}, 120_000);
afterAll(() => uploader?.close());

/** What a fresh session of the project would load at each stage. */
async function loadsOf(project: Project): Promise<Record<Stage, LoadView>> {
  const api = createCaller({ deps: uploader.deps, principal: uploader.team.people.owner });
  const input = { team: uploader.team.slug, project, windowTokens: 200_000 };
  const loads = await Promise.all(
    STAGES.map(async (stage) => [stage, await api.context.load({ ...input, stage })] as const),
  );
  return Object.fromEntries(loads) as Record<Stage, LoadView>; // one entry a stage
}

const names = (items: LoadView["now"]) => items.map(({ name }) => name.split("/").at(-1) ?? "").sort();

describe.skipIf(!corpus)("loads of recorded sessions, from their own rule files", () => {
  it.each(Object.keys(SESSIONS) as Project[])("%s: differ by stage, with tokens deferred", async (project) => {
    const loads = await loadsOf(project);
    console.table(
      STAGES.map((stage) => {
        const { now, waits, tokens } = loads[stage];
        return {
          project,
          stage,
          loads: names(now).join(" "),
          waits: names(waits).join(" "),
          now: tokens.now,
          deferred: tokens.deferred,
        };
      }),
    );
    const distinct = new Set(STAGES.map((stage) => names(loads[stage].now).join(" ")));
    expect(distinct.size).toBeGreaterThanOrEqual(2);
    expect(STAGES.filter((stage) => loads[stage].tokens.deferred > 0).length).toBeGreaterThanOrEqual(1);
    for (const stage of STAGES) {
      const { now, waits, tokens, limitTokens } = loads[stage];
      expect(tokens.now).toBeLessThanOrEqual(limitTokens);
      expect(now.length + waits.length).toBe(loads.discuss.now.length + loads.discuss.waits.length);
      expect([...now, ...waits].every(({ why }) => why.endsWith("."))).toBe(true);
    }
  });

  it("cost nothing for what the recorded session has in its window", async () => {
    const api = createCaller({ deps: uploader.deps, principal: uploader.team.people.owner });
    for (const project of Object.keys(SESSIONS)) {
      const { now, tokens, stageSource } = await api.context.load({ team: uploader.team.slug, project, number: 1 });
      expect(stageSource).toBe("inferred");
      const fresh = now.filter(({ inWindow }) => !inWindow).reduce((sum, item) => sum + item.tokens, 0);
      expect(tokens.now).toBe(fresh);
    }
  });

  it("differ between the sessions, and core files wait at no stage", async () => {
    const claude = await loadsOf("billing-api");
    const codex = await loadsOf("harbor-web");
    expect(names(claude.verify.waits)).toContain("writing-plans");
    expect(names(claude["fix-bug"].now)).toContain("systematic-debugging");
    expect(names(claude.execute.waits)).toContain("systematic-debugging");
    expect(names(codex.discuss.waits.filter(({ rule }) => rule === "stage-defers"))).toEqual([
      "ce-code-review",
      "ce-simplify-code",
    ]);
    for (const stage of STAGES) expect(names(codex[stage].now)).toContain("AGENTS.md");
    expect(names(claude.execute.now)).not.toEqual(names(codex.execute.now));
  });
});
