import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { createCaller } from "../../root";

let uploader: Uploader;
let project: { team: string; project: string };
beforeAll(async () => {
  uploader = await anUploader();
  project = { team: uploader.team.slug, project: uploader.team.project.slug };
});
afterAll(() => uploader.close());

function as(role: "viewer" | "member") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] });
}
const put = (path: string, text: string, expectedVersion: number | null = null) =>
  as("member").documents.put({ ...project, path, text, expectedVersion });
const get = (path: string, version: number | null = null) => as("viewer").documents.get({ ...project, path, version });

describe("a document", () => {
  it("gets a version when its text changes, and none when it is the same", async () => {
    expect(await put("AGENTS.md", "Ask first.\n")).toMatchObject({ kind: "agents", version: 1, result: "created" });
    expect(await put("./AGENTS.md", "Ask first.\n")).toMatchObject({ version: 1, result: "unchanged" });
    expect(await put("AGENTS.md", "Ask first.\nThen test.\n", 1)).toMatchObject({ version: 2, result: "changed" });
    const document = await get("AGENTS.md");
    expect(document).toMatchObject({ shown: 2, text: "Ask first.\nThen test.\n", mayWrite: false });
    expect(document.versions.map(({ version, author }) => `${version} ${author.name}`)).toEqual([
      "2 Mia Member",
      "1 Mia Member",
    ]);
    expect((await get("AGENTS.md", 1)).text).toBe("Ask first.\n");
    await expect(get("AGENTS.md", 9)).rejects.toThrow("AGENTS.md has no version 9; the newest is 2.");
  });

  it("is not written over what somebody else uploaded meanwhile", async () => {
    await expect(put("AGENTS.md", "Mine.", 1)).rejects.toThrow("AGENTS.md changed meanwhile: it is at version 2 now.");
    await expect(put("AGENTS.md", "Mine.", 0)).rejects.toMatchObject({ code: "CONFLICT" });
    const answers = await Promise.allSettled([put("STATE.md", "One."), put("STATE.md", "Two.")]);
    const written = answers.filter(({ status }) => status === "fulfilled");
    const { version, versions } = await get("STATE.md");
    expect([written.length, versions.length]).toEqual([version, version]);
  });

  it("keeps no secret, and text that looks like markup stays text", async () => {
    const secret = `ghp_${"Z9y8X7w6V5u4T3s2R1q0P9o8N7m6L5k4J3i2".slice(0, 36)}`;
    await put("PLAN.md", `<script>alert(1)</script>\nToken ${secret}\n`);
    const { text } = await get("PLAN.md");
    expect(text).toContain("<script>alert(1)</script>");
    expect(text).not.toContain(secret);
  });

  it("is removed and restored; the same upload restores it too", async () => {
    const { documents } = as("member");
    await documents.remove({ ...project, path: "PLAN.md", expectedVersion: 1 });
    expect((await documents.list(project)).rows.map(({ path }) => path)).toEqual(["AGENTS.md", "STATE.md"]);
    expect((await documents.list({ ...project, isRemoved: true })).rows).toMatchObject([{ path: "PLAN.md" }]);
    await expect(documents.remove({ ...project, path: "PLAN.md", expectedVersion: 1 })).rejects.toThrow(
      "PLAN.md is removed already.",
    );
    await documents.restore({ ...project, path: "PLAN.md", expectedVersion: 1 });
    await documents.remove({ ...project, path: "PLAN.md", expectedVersion: 1 });
    const { text } = await get("PLAN.md");
    expect(await put("PLAN.md", text)).toMatchObject({ version: 1, result: "restored" });
    const page = await documents.list({ ...project, limit: 2 });
    const rest = await documents.list({ ...project, limit: 2, cursor: page.nextCursor });
    expect([...page.rows, ...rest.rows].map(({ path }) => path)).toEqual(["AGENTS.md", "PLAN.md", "STATE.md"]);
    const audit = await uploader.rows(
      "SELECT action FROM audit_entry WHERE subject = 'PLAN.md' ORDER BY occurred_at, id",
    );
    expect(audit.map(({ action }) => action)).toEqual(
      ["created", "removed", "restored", "removed", "restored"].map((done) => `document.${done}`),
    );
  });

  it("that is too large or lies outside is refused at its field", async () => {
    const fault = async (attempt: Promise<unknown>) => {
      const error: unknown = await attempt.then(
        () => null,
        (refused: unknown) => refused,
      );
      return String(error);
    };
    expect(await fault(put("BIG.md", "x".repeat(2_097_152)))).toContain("has 2048 KiB; upload at most 512");
    expect(await fault(put("../AGENTS.md", "x"))).toMatch(/path[\s\S]*without empty parts/);
    expect(await fault(put("/etc/passwd", "x"))).toContain("from the root of the repository");
    await expect(get("NONE.md")).rejects.toMatchObject({ code: "NOT_FOUND" });
    await expect(as("viewer").documents.put({ ...project, path: "A.md", text: "x" })).rejects.toMatchObject({
      code: "FORBIDDEN",
    });
  });
});

describe("the constraints of a CONSTRAINTS.md", () => {
  const TEXT = "# Constraints\n\n## Money\n- Amounts are bigint cents.\n- Never edit `src/ledger/old.ts`.\n\n- Third\n";

  it("are previewed, then proposed, each once", async () => {
    await put("CONSTRAINTS.md", TEXT);
    const { documents, constraints } = as("member");
    const preview = await documents.previewConstraints({ ...project, path: "CONSTRAINTS.md" });
    expect(preview.items.map(({ title, known }) => [title, known])).toEqual([
      ["Amounts are bigint cents.", null],
      ["Never edit `src/ledger/old.ts`.", null],
      ["Third", null],
    ]);
    const at = { ...project, path: "CONSTRAINTS.md", expectedVersion: 1 };
    const [first, second] = await Promise.all([
      documents.takeOver({ ...at, items: [0, 1] }),
      documents.takeOver({ ...at, items: [0, 1] }),
    ]);
    expect([...first.created, ...second.created]).toEqual(["CON-001", "CON-002"]);
    expect(await documents.takeOver(at)).toEqual({ created: ["CON-003"] });
    expect((await documents.previewConstraints({ ...project, path: "CONSTRAINTS.md" })).items[0]?.known).toBe(
      "CON-001",
    );
    const made = await constraints.get({ ...project, number: 2 });
    expect(made.versions).toMatchObject([
      {
        status: "proposed",
        affectedPaths: ["src/ledger/old.ts"],
        tags: ["money"],
        evidence: [{ kind: "note", ref: "CONSTRAINTS.md, version 1" }],
        author: { name: "Mia Member" },
      },
    ]);
  });

  it("are those of the version that was previewed", async () => {
    await put("CONSTRAINTS.md", `${TEXT}- Fourth\n`);
    const { documents } = as("member");
    const at = { ...project, path: "CONSTRAINTS.md" };
    await expect(documents.takeOver({ ...at, expectedVersion: 1 })).rejects.toMatchObject({ code: "CONFLICT" });
    await expect(documents.takeOver({ ...at, expectedVersion: 2, items: [7] })).rejects.toThrow("name them by 0 to 3");
    await expect(documents.previewConstraints({ ...project, path: "AGENTS.md" })).rejects.toThrow("no CONSTRAINTS.md");
  });
});
