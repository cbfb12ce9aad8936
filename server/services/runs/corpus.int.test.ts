import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { appendTranscript } from "@/server/services/ingest/append-transcript";
import { value } from "@/server/services/testing/team-fixture";
import { previewRun } from "./preview";
import { runPrune } from "./run";
import { aRunsWorld, type RunsWorld } from "./testing/runs-fixture";

const corpus = process.env["STEWARD_CORPUS"];
if (!corpus) console.log("STEWARD_CORPUS is not set: runs on real transcripts are skipped.");

const FOLDERS = ["claude-code", "codex", "pi"];
/** The longest ones of each client. */
const FILES_A_FOLDER = 5;
let world: RunsWorld;

beforeAll(async () => {
  if (corpus) world = await aRunsWorld();
});
afterAll(() => world?.close());

function longestFiles(folder: string): string[] {
  return FOLDERS.flatMap((client) => {
    const root = path.join(folder, client);
    const files = readdirSync(root, { recursive: true, encoding: "utf8" }).filter((name) => name.endsWith(".jsonl"));
    const bySize = files.sort((a, b) => statSync(path.join(root, b)).size - statSync(path.join(root, a)).size);
    return bySize.slice(0, FILES_A_FOLDER).map((name) => path.join(client, name));
  });
}

async function numbersOf(folder: string): Promise<number[]> {
  const { deps, key, team } = world.uploader;
  for (const file of longestFiles(folder)) {
    const bytes = readFileSync(path.join(folder, file));
    const session = { projectSlug: team.project.slug };
    value(await appendTranscript(deps, key, { bytes, path: file, session }));
  }
  const rows = await world.uploader.rows("SELECT number FROM session ORDER BY number");
  return rows.map((row) => Number(row["number"]));
}

it.runIf(corpus)(
  "a run on a real session does what its preview said, and a second one finds nothing left",
  async () => {
    const { deps } = world.uploader;
    const figures: object[] = [];
    for (const number of await numbersOf(corpus ?? "")) {
      const startedMs = performance.now();
      const seen = value(await previewRun(deps, world.scope, { number, limit: 500 }));
      const previewMs = Math.round(performance.now() - startedMs);
      const answer = value(await runPrune(deps, world.scope, { number, onlyIfItPays: false }));
      const runMs = Math.round(performance.now() - startedMs) - previewMs;
      expect(answer.committed).toBe(seen.commits);
      if (!answer.committed) continue;
      const again = value(await previewRun(deps, world.scope, { number, limit: 500 }));
      const { beforeTokens, afterTokens } = answer.totals;
      figures.push({
        number,
        moves: answer.moves,
        beforeTokens,
        afterTokens,
        left: again.moves.total,
        previewMs,
        runMs,
      });
      expect(afterTokens).toBeLessThan(beforeTokens);
      expect(answer.moves).toBe(seen.moves.total);
      const [window] = again.threads;
      const done = answer.threads.find(({ thread }) => thread === window?.thread);
      if (done) expect(window?.beforeTokens).toBe(done.afterTokens);
    }
    console.table(figures);
    expect(figures.filter((figure) => "left" in figure && figure.left !== 0)).toEqual([]);
  },
  300_000,
);
