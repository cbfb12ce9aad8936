import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createCaller } from "../../api/root";
import { analyseSession } from "../analysis/analyse-session";
import { aSession } from "../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../ingest/testing/uploader";
import { value } from "../testing/team-fixture";
import { recordFindings } from "./record-findings";

let uploader: Uploader;
let owner: ReturnType<typeof createCaller>;
let place: { team: string; project: string };

beforeAll(async () => {
  uploader = await anUploader();
  const { deps, team } = uploader;
  place = { team: team.slug, project: team.project.slug };
  owner = createCaller({ deps, principal: team.people.owner });
});
afterAll(() => uploader.close());

describe("a note that names a decision", () => {
  it("says at the prompt and at a resume that the decision was replaced since", async () => {
    const { session } = await uploader.append(
      aSession("queue", { windowTokens: 200_000, title: "Choose a queue" })
        .said("Which queue do we take?")
        .called(
          "AskUserQuestion",
          { questions: [{ question: "Which queue?", options: [{ label: "Redis" }, { label: "Postgres" }] }] },
          'User has answered your questions: "Which queue?"="Redis". You can now continue.',
        )
        .edited("src/queue.ts"),
    );
    const key = { teamId: uploader.team.teamId, sessionId: session.id };
    value(await analyseSession(uploader.deps, key, { hooks: { recordFindings } }));
    const drafts = await owner.decisions.queue(place);
    const number = drafts.rows[0]?.number ?? 0;
    const seen = await owner.decisions.get({ ...place, number });
    await owner.decisions.accept({ ...place, number, expectedVersion: seen.versions[0]?.version ?? 0 });
    await owner.checkpoints.create({ ...place, number: session.number, note: "" });
    const [note] = (await owner.handoffs.list({ ...place })).rows;
    const read = () => owner.handoffs.get({ ...place, number: note?.number ?? 0 });

    expect((await read()).markdown).toContain("DEC-001");
    expect((await read()).notices).toEqual([]);

    await owner.decisions.record({
      ...place,
      decision: { title: "Take Postgres as the queue", supersedes: [number] },
      status: "accepted",
    });
    const notice = expect.stringMatching(/^Superseded by DEC-002 on \d{4}-\d\d-\d\d\. Follow that one\.$/);
    expect((await read()).notices).toEqual([{ ref: "DEC-001", notice }]);
    expect((await read()).prompt).toMatch(/Since it was written:\n\n- DEC-001: Superseded by DEC-002/);
    const resumed = await owner.checkpoints.resume({
      ...place,
      number: session.number,
      checkpoint: null,
      windowTokens: null,
    });
    expect(resumed.text).toMatch(/- Superseded by DEC-002 on .*It said: .*\(DEC-001\)/);
  });
});
