import type { ProjectScope } from "@/server/core/access/scope";
import { randomSessions } from "@/server/testing/recount/random-session";
import { analyseSession } from "../../analysis/analyse-session";
import { appendTranscript } from "../../ingest/append-transcript";
import { aNoisySession, aSession, type SessionFixture } from "../../ingest/testing/session-fixture";
import { anUploader, type Uploader } from "../../ingest/testing/uploader";
import { recordFindings } from "../../memory/record-findings";
import { value } from "../../testing/team-fixture";
import { projectScopeOf } from "./telemetry-fixture";

export const LEDGER = "export const rows = loadLedger();\n".repeat(60);
export const REVIEW = `# Review\nRun scripts/review.sh, then look at src/ledger.ts.\n${"Be thorough. ".repeat(200)}`;
const SHORTER_REVIEW = "# Review\nRun scripts/review.sh.\n";

export interface MixedProject {
  readonly uploader: Uploader;
  readonly scope: ProjectScope;
  upload(session: SessionFixture): Promise<string>;
}

/** A project with sessions of several people, agents, branches, days and skills, and some written by chance. */
export async function aMixedProject(chance = 3): Promise<MixedProject> {
  const uploader = await anUploader();
  const scope = await projectScopeOf(uploader.team);
  const upload = async (session: SessionFixture) => {
    const { session: stored } = await uploader.append(session);
    await analyse(uploader, stored.id);
    return stored.id;
  };
  await upload(aNoisySession("noisy"));
  await upload(
    ledgerSession("first", { person: "Ines", cwd: "/work/app" })
      .inAgent("t1", "explorer")
      .said("Explore")
      .read("/work/app/src/ledger.ts", LEDGER)
      .read("/work/app/src/ledger.ts", LEDGER)
      .answered("Seen"),
  );
  await upload(
    ledgerSession("second", { person: "Mei", cwd: "/home/mei/app", branch: "fix/ledger" }, "/home/mei/app")
      .ran("cd /home/mei/app && npm test 2>&1", { exit: 1, out: "1 failed: ledger adds up" })
      .edited("/home/mei/app/src/ledger.ts")
      .ran("npm test", { exit: 1, out: "1 failed: ledger adds up" })
      .edited("/home/mei/app/src/ledger.ts")
      .ran("npm test", { out: "3 passed" })
      .ran("bash scripts/review.sh"),
  );
  await upload(
    aSession("third", { person: "Mei", client: "codex" }).said("Review").loaded("review", SHORTER_REVIEW).read("a.ts"),
  );
  for (const files of randomSessions(chance)) {
    for (const file of files) {
      const bytes = new TextEncoder().encode(file.text);
      const session = { projectSlug: scope.projectSlug };
      const answer = value(await appendTranscript(uploader.deps, uploader.key, { bytes, path: file.name, session }));
      for (const { id } of answer.sessions) await analyse(uploader, id);
    }
  }
  return { uploader, scope, upload };
}

async function analyse({ deps, team }: Uploader, sessionId: string): Promise<void> {
  value(await analyseSession(deps, { teamId: team.teamId, sessionId }, { hooks: { recordFindings } }));
}

function ledgerSession(id: string, header: Parameters<typeof aSession>[1], folder = "/work/app"): SessionFixture {
  return aSession(id, { windowTokens: 200_000, ...header })
    .said("Look at the ledger")
    .loaded("review", REVIEW)
    .read(`${folder}/src/ledger.ts`, LEDGER)
    .read(`${folder}/src/ledger.ts`, LEDGER);
}
