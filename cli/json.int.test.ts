import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anImportWorld, type ImportWorld } from "./testing/import-world";

let world: ImportWorld;
let folder: string;

beforeAll(async () => {
  world = await anImportWorld();
  const said = (text: string, uuid: string) =>
    JSON.stringify({
      type: "user",
      uuid,
      sessionId: "s1",
      timestamp: "2026-06-01T10:00:00.000Z",
      cwd: "/app",
      message: { role: "user", content: text },
    });
  await world.write("logs/s1.jsonl", `${said("Hello", "u1")}\n{"type": torn\n${said("Go on", "u2")}\n`);
  await world.write("logs/notes.jsonl", '{"a": 1}\n');
  await world.write("app/src/a.ts", 'import { b } from "./b";\nexport const a = b;\n');
  await world.write("app/src/b.ts", "export const b = 1;\n");
  folder = `${world.folder}/logs`;
});
afterAll(() => world.close());

const json = async (...args: string[]) => {
  const { code, out } = await world.steward.run([...args, "--json"]);
  const answer: unknown = JSON.parse(out);
  return { code, answer };
};

describe("--json, for programs", () => {
  it("tells what an import would send, and what it sent", async () => {
    const dry = await json("import", folder, "--dry-run");
    expect(dry).toMatchObject({ code: 0, answer: { events: 2, sessions: 1, sent: false } });
    expect(dry.answer).toMatchObject({
      files: expect.arrayContaining([
        { file: `${folder}/s1.jsonl`, events: 2, sessions: 1, damagedLines: 1, lastLineNotWhole: false },
        { file: `${folder}/notes.jsonl`, fault: expect.any(String) },
      ]),
    });
    expect(await json("import", folder, "--project", "billing-api")).toMatchObject({
      code: 0,
      answer: {
        files: { sent: 1, unchanged: 0 },
        events: { accepted: 2, rejected: 0 },
        damagedLines: 1,
        damaged: [{ line: 2 }],
        sessions: [{ project: "billing-api", url: expect.stringContaining("/billing-api/sessions/1") }],
        leftOut: [{ files: [`${folder}/notes.jsonl`] }],
        unknownProjects: [],
        stopped: null,
      },
    });
  });

  it("names what no project takes", async () => {
    await world.write(
      "lost/s2.jsonl",
      `${JSON.stringify({ type: "user", uuid: "u1", sessionId: "s2", timestamp: "2026-06-01T10:00:00.000Z", cwd: "/lost", message: { role: "user", content: "Hi" } })}\n`,
    );
    expect(await json("import", `${world.folder}/lost`)).toMatchObject({
      code: 1,
      answer: { unknownProjects: [{ source: "/lost", files: 1 }] },
    });
  });

  it("tells what an index holds, and where it went", async () => {
    const content = { files: 2, imports: 1, names: 2, isRepository: false };
    const dry = await json("index", `${world.folder}/app`, "--dry-run");
    expect(dry.answer).toMatchObject({ ...content, sent: null });
    const sent = await json("index", `${world.folder}/app`, "--project", "billing-api");
    expect(sent.answer).toMatchObject({ ...content, sent: { project: "billing-api", removed: 0 } });
  });

  it("describes a login, without its key", async () => {
    const { secret } = await world.uploader.team.key();
    const { answer } = await json("login", world.server.origin, "--key", secret);
    expect(answer).toMatchObject({ server: world.server.origin, team: world.uploader.team.slug });
    expect(JSON.stringify(answer)).not.toContain(secret);
  });
});
