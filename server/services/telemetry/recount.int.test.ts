import { existsSync, readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Figures } from "@/server/core/telemetry/figures";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { recount, type Sums } from "@/server/testing/recount/recount";
import type { TranscriptFile } from "@/server/testing/recount/read-transcript";
import { analyseAll } from "../analysis/testing/rollup-checks";
import { appendTranscript } from "../ingest/append-transcript";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { createProject } from "../projects/create-project";
import { value } from "../testing/team-fixture";
import { overview } from "./overview";

const corpus = process.env["STEWARD_CORPUS"];
let uploader: Uploader;
beforeAll(async () => {
  uploader = await anUploader();
});
afterAll(() => uploader?.close());

function sumsOf(figures: Figures): Sums {
  return {
    added: figures.addedTokens,
    events: figures.addedEvents,
    carried: figures.carriedTokens,
    duplicate: figures.noise.duplicate,
    "resolved-error": figures.noise["resolved-error"],
    superseded: figures.noise.superseded,
  };
}

async function page(files: readonly TranscriptFile[], name: string) {
  const { deps, key, team } = uploader;
  const project = value(await createProject(deps, team.scope, { name, timeZone: "UTC" }));
  for (const { name, text } of files) {
    const bytes = new TextEncoder().encode(text);
    const answer = value(await appendTranscript(deps, key, { bytes, path: name, session: { projectSlug: project.slug } }));
    if (answer.problems.length) console.log(answer.problems);
  }
  await analyseAll(uploader);
  const scope = { ...team.scope, projectId: project.id, projectSlug: project.slug, timeZone: "UTC" };
  const shown = value(await overview(deps, scope, withChange(NO_FILTER, { range: "all" })));
  return {
    agents: Object.fromEntries(shown.agents.map((row) => [row.agent, sumsOf(row)])),
    skills: Object.fromEntries(shown.skills.map((row) => [row.skill, { load: sumsOf(row.load), under: sumsOf(row.under) }])),
    projectId: project.id,
  };
}

const files = corpus ? (readdirSync(path.join(corpus, "claude-code"), { recursive: true }) as string[]).filter((f) => f.endsWith(".jsonl") && !f.includes("subagents")) : [];
for (const file of files)
  it.runIf(corpus)(file, async () => {
    const base = path.join(corpus ?? "", "claude-code");
    const subs = path.join(base, file.replace(/\.jsonl$/, ""), "subagents");
    const all = [file, ...(existsSync(subs) ? readdirSync(subs).map((f) => path.join(file.replace(/\.jsonl$/, ""), "subagents", f)) : [])];
    const texts = all.map((name) => ({ name, text: readFileSync(path.join(base, name), "utf8") }));
    const { agents, skills, noisy, all: places } = recount(texts);
    const shown = await page(texts, file.replace(/[^a-z0-9]+/gi, " ").trim().slice(0, 60));
    const rows = await uploader.rows("SELECT e.entry_id, e.tokens, s.noise, s.carried_requests, s.turn,s.visible,s.agent, s.skill, e.kind, e.tool, e.label FROM event e JOIN event_state s ON s.team_id=e.team_id AND s.session_id=e.session_id AND s.entry_id=e.entry_id WHERE e.session_id IN (SELECT id FROM session WHERE project_id=$1)", [shown.projectId]);
    const mine = new Map(noisy.map((n) => [n.item.id, n]));
    const placeOf = new Map(places.map((p) => [p.item.id, p]));
    let shownDiffs = 0;
    for (const r of rows) {
      const p = placeOf.get(String(r.entry_id)); const m = mine.get(String(r.entry_id));
      const noise = r.noise === "idle" ? null : r.noise;
      const bad = !p || p.item.tokens !== Number(r.tokens) || p.turn !== r.turn || p.agent !== r.agent || (p.skill ?? "") !== r.skill || p.isVisible !== r.visible || (m?.noise ?? null) !== noise || (m && m.carriedRequests !== Number(r.carried_requests));
      if (bad && shownDiffs++ < 12) console.log("DIFF", JSON.stringify(r), p ? { tokens: p.item.tokens, turn: p.turn, agent: p.agent, skill: p.skill, vis: p.isVisible, noise: m?.noise, carried: m?.carriedRequests } : "MISSING in recount");
    }
    const theirs = new Set(rows.map((r) => String(r.entry_id)));
    for (const p of places) if (!theirs.has(p.item.id) && shownDiffs++ < 12) console.log("EXTRA", p.item.id, p.item.kind, p.item.tokens, p.item.text.slice(0, 100));
    const cls: Record<string, number> = {};
    for (const r of rows) cls[String(r.noise)] = (cls[String(r.noise)] ?? 0) + Number(r.tokens);
    console.log(file, "diffs", shownDiffs, JSON.stringify(cls), rows.length);
    expect.soft({ agents }).toEqual({ agents: shown.agents });
    expect.soft({ skills }).toEqual({ skills: shown.skills });
  }, 120_000);
