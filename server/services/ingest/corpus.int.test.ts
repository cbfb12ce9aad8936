import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { analyseAll, expectRollupsRight } from "../analysis/testing/rollup-checks";
import { value } from "../testing/team-fixture";
import { appendTranscript, type TranscriptAnswer } from "./append-transcript";
import { anUploader, type Uploader } from "./testing/uploader";

const corpus = process.env["STEWARD_CORPUS"];
if (!corpus) console.log("STEWARD_CORPUS is not set: uploads of real transcripts are skipped.");

const FOLDERS = ["claude-code", "codex", "opencode", "pi", "swe-agent"];
let uploader: Uploader;

beforeAll(async () => {
  if (corpus) uploader = await anUploader();
});
afterAll(() => uploader?.close());

async function uploadAll(folder: string): Promise<TranscriptAnswer[]> {
  const answers: TranscriptAnswer[] = [];
  for (const client of FOLDERS) {
    const files = readdirSync(path.join(folder, client), { recursive: true, encoding: "utf8" });
    for (const file of files.filter((name) => /\.(?:jsonl?|traj)$/.test(name)).sort()) {
      const bytes = readFileSync(path.join(folder, client, file));
      const session = { projectSlug: uploader.team.project.slug };
      answers.push(
        value(await appendTranscript(uploader.deps, uploader.key, { bytes, path: `${client}/${file}`, session })),
      );
    }
  }
  return answers;
}

it.runIf(corpus)(
  "real transcripts upload whole, twice adds nothing, and rollups equal recomputation",
  async () => {
    const first = await uploadAll(corpus ?? "");
    const rejected = first.flatMap((answer) => answer.problems);
    expect(rejected).toEqual([]);
    const accepted = first.flatMap(({ sessions }) => sessions).reduce((sum, session) => sum + session.accepted, 0);
    expect(await uploader.count("event")).toBe(accepted);
    await analyseAll(uploader);
    await expectRollupsRight(uploader);

    const again = await uploadAll(corpus ?? "");
    expect(again.flatMap(({ sessions }) => sessions).filter((session) => session.accepted > 0)).toEqual([]);
    expect(await uploader.count("event")).toBe(accepted);
    await analyseAll(uploader);
    await expectRollupsRight(uploader);
    const noise = await uploader.rows(
      "SELECT pass, sum(events)::int AS events, sum(tokens)::int AS tokens FROM rollup GROUP BY pass ORDER BY pass",
    );
    console.log(
      noise,
      await uploader.rows("SELECT count(*)::int AS sessions, count(forked_from_id)::int AS copies FROM session"),
    );
  },
  300_000,
);
