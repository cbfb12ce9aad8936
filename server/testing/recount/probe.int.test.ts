import { expect, it } from "vitest";
import { createProject } from "@/server/services/projects/create-project";
import { appendTranscript } from "@/server/services/ingest/append-transcript";
import { anUploader } from "@/server/services/ingest/testing/uploader";
import { analyseAll } from "@/server/services/analysis/testing/rollup-checks";
import { value } from "@/server/services/testing/team-fixture";
import { ROOT, Script, sized } from "./harbor-session";
import { recount } from "./recount";

function rng(seed: number) { let s = seed >>> 0; return () => { s = (Math.imul(s, 1664525) + 1013904223) >>> 0; return s / 2 ** 32; }; }
function random(seed: number) {
  const next = rng(seed * 7919 + 13); for (let i = 0; i < 5; i++) next();
  const pick = <T,>(list: readonly T[]): T => list[Math.floor(next() * list.length)] as T;
  const files = ["src/a.ts", "src/b.ts", "docs/PLAN.md", "CLAUDE.md"];
  const version = new Map<string, number>();
  const text = (f: string) => sized(50 + (version.get(f) ?? 0) % 3, `${f} v${(version.get(f) ?? 0) % 2}`);
  const cmds = ["npm test", "npm test src/a.test.ts", "npx vitest run src/b.test.ts", `cd ${ROOT} && npm test`, "cd /tmp && npm test", "npm test 2>&1 | tail -5", "npm test || true", "npm run lint", "git status", "git diff", "tsc --noEmit", "ls -la", "rg foo src", "make build; echo done", "npm run build && npm test", "mv a b", "mv b a", "cp x y", "CI=1 timeout 60 npm test -- -t login", "pytest -q tests/a.py", "python -m pytest tests/a.py", `cat ${ROOT}/src/a.ts`, `head -20 ${ROOT}/src/a.ts`, `sed -n '1,10p' ${ROOT}/src/a.ts`, `cat ${ROOT}/src/a.ts | grep x`, `cat ${ROOT}/src/a.ts ${ROOT}/src/b.ts`, `sed -i s/a/b/ ${ROOT}/src/a.ts`, `echo hi > ${ROOT}/src/b.ts`, `cat <<'EOF' > ${ROOT}/src/a.ts\nline\nEOF`, "git checkout -- src/a.ts", "python /tmp/x1/repro.py", "python /tmp/x2/repro.py", "eslint --fix src", "git commit -m one", "grep -n foo src/a.ts", `cd ${ROOT}/src && cat a.ts`, "npm install", "bun test && bun run lint | tail -3", "set -o pipefail && npm test | tail -3", "rm -rf dist", "bash -lc 'npm test'", "npm t", `wc -l ${ROOT}/src/a.ts`, `tail -n +5 ${ROOT}/src/a.ts`, `nl ${ROOT}/src/a.ts | head -20`];
  const outs = ["5 passed", "1 failed", "0 errors", "ok", "nothing", "Error: no"];
  const script = new Script().prompt("go");
  const sub = new Script("a1b2c3", 30).prompt("sub task");
  const log: string[] = [];
  const step = (s: Script, name: string) => {
    const f = pick(files); const abs = `${ROOT}/${f}`; const roll = Math.floor(next() * 17);
    const note = (t: string) => { log.push(`${name} ${t}`); };
    if (roll <= 3) { const range = pick([{}, {}, { offset: 1, limit: 20 }, { offset: 5, limit: 10 }, { offset: 3 }, { limit: 100 }]); note(`read ${f} ${JSON.stringify(range)}`); s.read(f, text(f), range); }
    else if (roll === 4) { note(`edit ${f}`); version.set(f, (version.get(f) ?? 0) + 1); s.use("Edit", { file_path: abs, old_string: "a", new_string: pick(["b", "c"]) }, "updated"); }
    else if (roll === 5) { note(`edit fails ${f}`); s.use("Edit", { file_path: abs, old_string: "zz", new_string: "b" }, pick(["<tool_use_error>String not found", "<tool_use_error>Not read yet"]), { isError: true }); }
    else if (roll === 6) { note(`edit refused ${f}`); s.use("Edit", { file_path: abs, old_string: "zz", new_string: "b" }, "The user doesn't want to proceed with this tool use.", { isError: true }); }
    else if (roll === 7) { note(`write ${f}`); s.use("Write", { file_path: abs, content: pick(["x", "y"]) }, pick(["written", "created"])); }
    else if (roll <= 11) { const c = pick(cmds); const bad = next() < 0.4; const out = pick(outs); note(`run ${JSON.stringify(c)} ${bad ? "FAIL" : "ok"} ${out}`); s.run(c, bad ? `Exit code 1\n${out}` : out, bad ? { isError: true } : {}); }
    else if (roll === 12) { const p = pick(["foo", "src"]); note(`grep ${p}`); s.use("Grep", { pattern: p, path: `${ROOT}/src` }, pick(["src/a.ts:1: foo", "none"])); }
    else if (roll === 13) { note(`read fails ${f}`); s.use("Read", { file_path: abs }, "<tool_use_error>File does not exist.", { isError: true }); }
    else if (roll === 14) { note(`web`); s.use(pick(["WebFetch", "mcp__graph__query_graph", "mcp__x__make"]), { url: "https://x.y/z", query: pick(["q1", "q2"]) }, pick(["alpha beta", "beta alpha"]), next() < 0.3 ? { isError: true } : {}); }
    else { note("say"); s.say("hm"); }
  };
  const marks: (string | null)[] = [];
  for (let i = 0; i < 70; i++) {
    const roll = next();
    marks.push(script.last);
    if (roll < 0.04) { log.push("compact"); script.compact(sized(20, "This session is being continued from a previous conversation")); marks.length = 0; }
    else if (roll < 0.08) { log.push("prompt"); script.prompt(pick(["next", "more"])); }
    else if (roll < 0.11 && marks.length > 6) { const to = marks[Math.floor(next() * marks.length)] ?? null; if (to) { log.push(`rewind to ${to}`); script.prompt("no, again", to); } }
    else if (roll < 0.15) { log.push("load"); script.load(pick(["tdd", "tdd", "git"]), sized(40, "Base directory for this skill: /home/ada/.claude/skills/tdd\n\nbody")); }
    else if (roll < 0.19) { script.use("AskUserQuestion", { questions: [] }, "yes"); }
    else if (roll < 0.22) { script.use("ExitPlanMode", { plan: "p" }, "User has approved your plan"); }
    else step(script, "main");
    if (i > 15 && i < 40) step(sub, "sub");
  }
  return { log, files: [script.file("p/s.jsonl"), sub.file("p/s/subagents/agent-a1b2c3.jsonl")].map((f) => ({ ...f, text: f.text.replaceAll("7d0f2c1e", String(10000000 + seed)).replaceAll('"main-', `"m${seed}-`).replaceAll('"a1b2c3-', `"s${seed}-`) })) };
}
const N = Number(process.env["PROBES"] ?? 20); const FROM = Number(process.env["FROM"] ?? 0);
it("agree", { timeout: 600_000 }, async () => {
  const u = await anUploader();
  const tally = new Map<string, number>();
  let bad = 0;
  for (let seed = FROM; seed < FROM + N; seed++) {
    const { files, log } = random(seed);
    const project = value(await createProject(u.deps, u.team.scope, { name: `P${seed}`, timeZone: "UTC" }));
    for (const f of files) value(await appendTranscript(u.deps, u.key, { bytes: new TextEncoder().encode(f.text), path: f.name, session: { projectSlug: project.slug } }));
    await analyseAll(u);
    const rows = await u.rows(`SELECT s.entry_id, s.noise, e.tokens, s.carried_tokens, v.rule, v.reason, e.label FROM event_state s JOIN event e USING (team_id, session_id, entry_id) JOIN session USING (team_id) LEFT JOIN verdict v ON v.team_id=s.team_id AND v.entry_id=s.entry_id AND v.run_id IN (SELECT id FROM prune_run r WHERE r.session_id=s.session_id) WHERE session.id = s.session_id AND session.project_id = $1`, [project.id]);
    const proven = rows.filter((r) => r["noise"] && r["noise"] !== "idle");
    const theirs = new Map(proven.map((r) => [String(r["entry_id"]), `${r["noise"]} ${r["carried_tokens"]}`]));
    const mine = new Map(recount(files).noisy.map((n) => [n.id, `${n.noise} ${n.carried}`]));
    for (const r of proven) tally.set(String(r["noise"]), (tally.get(String(r["noise"])) ?? 0) + 1);
    for (const id of new Set([...theirs.keys(), ...mine.keys()])) if (theirs.get(id) !== mine.get(id) && bad++ < 25) {
      const r = rows.find((x) => x["entry_id"] === id);
      console.log(`seed ${seed} ${id} product=${theirs.get(id)} mine=${mine.get(id)} :: ${r?.["label"]} :: ${r?.["reason"]}`);
    }
    if (process.env["SHOWLOG"]) console.log(log.map((l, i) => `${i} ${l}`).join("\n"));
  }
  console.log("differences", bad, tally);
  await u.close();
  expect(bad).toBe(0);
});
import { writeFileSync } from "node:fs";
it.runIf(process.env["DUMP"])("dump", () => { const r = random(Number(process.env["DUMP"])); for (const f of r.files) writeFileSync(`/tmp/probe-${f.name.replaceAll("/", "_")}`, f.text); writeFileSync("/tmp/probe.log", r.log.join("\n")); });
