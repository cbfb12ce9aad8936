import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ExportFormat } from "../../../core/formats/export-formats";
import { anUploader, type Uploader } from "../../../services/ingest/testing/uploader";
import { authenticateKey } from "../../../services/keys/authenticate-key";
import { createCaller } from "../../root";

let uploader: Uploader;
let first: { team: string; project: string };
let second: { team: string; project: string };

beforeAll(async () => {
  uploader = await anUploader();
  const { team } = uploader;
  first = { team: team.slug, project: team.project.slug };
  second = { team: team.slug, project: team.secondProject.slug };
});
afterAll(() => uploader.close());

type Files = { path: string; text: string }[];

function as(role: "owner" | "member" | "viewer") {
  return createCaller({ deps: uploader.deps, principal: uploader.team.people[role] });
}

async function exported(place: typeof first, format: ExportFormat = "context"): Promise<Files> {
  const files: Files = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<ReturnType<typeof as>["exchange"]["export"]>> = await as("viewer").exchange.export({
      ...place,
      format,
      cursor,
    });
    for (const { path, text } of page.pieces) {
      const last = files.at(-1);
      if (last?.path === path) last.text += text;
      else files.push({ path, text });
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
  return files;
}

async function imported(place: typeof first, files: Files, choices = {}, role: "owner" | "member" = "owner") {
  const preview = await as(role).exchange.preview({ ...place, files });
  const result = await as(role).exchange.import({ ...place, files, digest: preview.digest, choices });
  return { preview, result };
}

async function aProject(name: string): Promise<typeof first> {
  const { slug } = await as("owner").projects.create({ team: first.team, name, timeZone: "UTC" });
  return { team: first.team, project: slug };
}

const NASTY = "First | line\r\n\r\n### [DEC-009] no heading\n- **Status**: rejected\n```\n🙂 `x`";

async function fillFirst(): Promise<void> {
  const owner = as("owner");
  const plain = { title: "Keep money in cents", context: NASTY, tags: ["money"], affectedPaths: ["src/money.ts"] };
  await owner.decisions.record({ ...first, decision: plain, status: "accepted" });
  const alternatives = [{ option: "Floats, of 64 bit", detail: "fast", whyNot: "sums drift\nover time" }];
  const evidence = [{ kind: "record" as const, session: null, ref: "DEC-001", note: "" }];
  const next = { title: "Keep money in decimals", alternatives, evidence, supersedes: [1], risk: "low" };
  await owner.decisions.record({ ...first, decision: next, status: "accepted" });
  await owner.decisions.record({ ...first, decision: { title: "Round half even" }, status: "proposed" });
  await owner.failures.record({
    ...first,
    failure: { title: "npm test", type: "test_failure", description: "AssertionError", approach: "npm test" },
    status: "resolved",
  });
  await owner.constraints.record({ ...first, rule: { title: "Never edit dist", text: "Build it.", reason: "Lost." } });
  await owner.preferences.record({
    ...first,
    rule: { title: "Short commits", text: "One thing each.", tags: ["git"] },
  });
  const markdown =
    "## Session Handoff Note\n**From**: Session #12 (2026-03-20 14:30)\n**To**: Next session\n### Current Task\nRefresh (DEC-002)\n";
  const summary =
    "# Session Summary\n\n- **Session**: #12 (2026-03-20 14:30)\n\n## What Worked\n\n- Tests pass, see DEC-001\n";
  const index = `{"version":1,"head":"abc","branch":"main","files":[\n{"path":"src/a.ts","language":"typescript","sha256":"${"a".repeat(64)}","lines":3,"tokens":9,"imports":[],"outline":[],"commits":2,"last_commit_at":null,"coverage":0.5,"is_test":false,"is_generated":false}\n]}\n`;
  const pins = `{"version":1,"files":[\n{"path":"src/a.ts","pinned":{"level":"P1","by":"Olga","at":"2026-11-20T08:00:00.000Z"}}\n]}\n`;
  await imported(first, [
    { path: "x/.context/handoff.md", text: markdown },
    { path: "x/.context/summaries/session-003.md", text: summary },
    { path: "x/.context/files/index.json", text: index },
    { path: "x/.context/files/priorities.json", text: pins },
  ]);
}

describe("a folder that goes from one project to another", () => {
  it("is the same there, but for the project's name, and a second import changes nothing", async () => {
    await fillFirst();
    const files = await exported(first);
    expect(files.map(({ path }) => path)).toEqual([
      "config.toml",
      "decisions/DEC-001.md",
      "decisions/DEC-002.md",
      "decisions/DEC-003.md",
      "summaries/session-003.md",
      "session-latest.md",
      "files/index.json",
      "files/priorities.json",
      "handoff.md",
      "FAILURES.json",
      "CONSTRAINTS.md",
      "PREFERENCES.md",
      "stats.json",
    ]);
    const { preview, result } = await imported(second, files);
    expect(preview.problems).toEqual([]);
    expect(preview.counts).toEqual({ new: 8, changed: 0, same: 0, conflict: 0 });
    expect(result.written).toEqual({ decision: 3, failure: 1, constraint: 1, preference: 1, summary: 1, handoff: 1 });

    const named = (list: Files, name: string) =>
      list.map(({ path, text }) => ({ path, text: path === "config.toml" ? text.replace(name, "NAME") : text }));
    expect(named(await exported(second), "Harbor Web")).toEqual(named(files, "Billing API"));

    const again = await imported(second, files);
    expect(again.preview.counts).toEqual({ new: 0, changed: 0, same: 8, conflict: 0 });
    expect(again.preview.files?.state).toBe("same");
    expect(again.result.written).toEqual({
      decision: 0,
      failure: 0,
      constraint: 0,
      preference: 0,
      summary: 0,
      handoff: 0,
    });
    const listed = await as("viewer").decisions.list({ ...second });
    expect(listed.rows.map(({ number, status }) => [number, status])).toEqual([
      [3, "proposed"],
      [2, "accepted"],
      [1, "superseded"],
    ]);
    const audit = await uploader.rows("SELECT action FROM audit_entry WHERE action = 'import.applied'");
    expect(audit).toHaveLength(8);
  });

  it.each(["decisions", "madr", "failures", "constraints", "preferences", "summaries"] as const)(
    "the same for %s alone",
    async (format) => {
      const files = await exported(first, format);
      const place = await aProject(`Copy of ${format}`);
      const { preview } = await imported(place, files);
      expect(preview.problems).toEqual([]);
      expect(preview.counts.new).toBeGreaterThan(0);
      expect(await exported(place, format)).toEqual(files);
    },
  );

  it("marks a superseded decision with its successor, in the log and in MADR", async () => {
    const [log] = await exported(first, "decisions");
    const lines = (log?.text ?? "")
      .trim()
      .split("\n")
      .map((line): unknown => JSON.parse(line));
    expect(lines).toMatchObject([
      { id: "DEC-001", version: 1, status: "accepted" },
      { id: "DEC-001", version: 2, status: "superseded", superseded_by: "DEC-002" },
      { id: "DEC-002", version: 1 },
      { id: "DEC-003", version: 1 },
    ]);
    const madr = await exported(first, "madr");
    expect(madr[0]?.text).toContain('status: "superseded by ADR-0002"');
  });
});

describe("an import into a project that has records", () => {
  const entry = (number: string, title: string, more = "") =>
    `### [DEC-${number}] ${title}\n- **Decision**: yes\n${more}`;

  it("offers a taken number's record a new one, and names of records follow", async () => {
    const place = await aProject("Taken");
    await as("owner").decisions.record({ ...place, decision: { title: "Ours" }, status: "accepted" });
    const text = `${entry("001", "Theirs")}${entry("002", "Builds on it", "- **Context**: as in DEC-001\n- **Supersedes**: DEC-001\n")}`;
    const { preview } = await imported(place, [{ path: "decisions.md", text }]);
    expect(preview.records.map(({ key, ref, state }) => [key, ref, state])).toEqual([
      ["DEC-001", "DEC-003", "conflict"],
      ["DEC-002", "DEC-002", "new"],
    ]);
    const two = await as("owner").decisions.get({ ...place, number: 2 });
    expect(two.versions[0]).toMatchObject({ context: "as in DEC-003", supersedes: [3] });
    const again = await imported(place, [{ path: "decisions.md", text }]);
    expect(again.preview.counts).toMatchObject({ same: 2, new: 0, conflict: 0 });
  });

  it("shows what differs, writes a new version, and skips what a person leaves out", async () => {
    const place = await aProject("Changed");
    const file = (decision: string) => [
      { path: "DEC-001.md", text: `### [DEC-001] Queue\n- **Decision**: ${decision}\n` },
    ];
    await imported(place, file("yes"));
    const skipped = await imported(place, file("no"), { "decision DEC-001": "skip" });
    expect(skipped.result).toMatchObject({ skipped: 1, written: { decision: 0 } });
    const { preview } = await imported(place, file("no"));
    expect(preview.records[0]).toMatchObject({
      state: "changed",
      changes: [{ kind: "word", name: "Decision", before: "yes", after: "no" }],
    });
    const { versions } = await as("owner").decisions.get({ ...place, number: 1 });
    expect(versions.map(({ version, decision }) => [version, decision])).toEqual([
      [2, "no"],
      [1, "yes"],
    ]);
  });

  it("supersedes what an accepted decision of the file replaces here", async () => {
    const place = await aProject("Replaced");
    await as("owner").decisions.record({ ...place, decision: { title: "Old" }, status: "accepted" });
    await imported(place, [{ path: "a.md", text: entry("002", "New", "- **Supersedes**: DEC-001\n") }]);
    const old = await as("owner").decisions.get({ ...place, number: 1 });
    expect(old.versions[0]?.status).toBe("superseded");
  });

  it("takes out a link of a circle and one that leads nowhere, and says so", async () => {
    const place = await aProject("Circle");
    const text = `${entry("001", "A", "- **Supersedes**: DEC-002\n")}${entry("002", "B", "- **Supersedes**: DEC-001, DEC-077\n")}`;
    const { preview } = await imported(place, [{ path: "a.md", text }]);
    const notes = preview.records.flatMap((record) => record.notes).join(" ");
    expect(notes).toMatch(/circle: DEC-001 replaces DEC-002 replaces DEC-001/);
    expect(notes).toMatch(/no DEC-077/);
  });

  it("refuses to apply what nobody saw", async () => {
    const place = await aProject("Unseen");
    const files = [{ path: "a.md", text: entry("001", "A") }];
    const preview = await as("owner").exchange.preview({ ...place, files });
    await as("owner").decisions.record({ ...place, decision: { title: "Meanwhile" }, status: "proposed" });
    await expect(as("owner").exchange.import({ ...place, files, digest: preview.digest })).rejects.toThrow(
      /changed since/,
    );
  });

  it("gives numbers behind the imported ones afterwards", async () => {
    const place = await aProject("Numbers");
    await imported(place, [{ path: "a.md", text: entry("041", "A") }]);
    const { number } = await as("owner").decisions.record({ ...place, decision: { title: "B" }, status: "proposed" });
    expect(number).toBe(42);
  });
});

describe("bad files", () => {
  it("keeps the good half of a damaged log and names every bad line", async () => {
    const place = await aProject("Damaged");
    const lines = Array.from({ length: 40 }, (_, index) =>
      index % 2 === 0 ? `{"id":"DEC-${index + 1}","title":"Decision ${index + 1}"}` : `{"id": broken ${index}`,
    );
    const { preview, result } = await imported(place, [{ path: "DECISIONS.jsonl", text: lines.join("\n") }]);
    expect(result.written.decision).toBe(20);
    expect(preview.problems).toHaveLength(20);
    expect(preview.problems[0]).toMatchObject({
      file: "DECISIONS.jsonl",
      line: 2,
      message: expect.stringMatching(/JSON/),
    });
  });

  it("refuses paths that lead out of their folder and too many bytes", async () => {
    const files = [{ path: "../../etc/DEC-001.md", text: "x" }];
    await expect(as("owner").exchange.preview({ ...first, files })).rejects.toThrow(/leads out/);
    const large = [{ path: "a.md", text: "x".repeat(9 * 2 ** 20) }];
    await expect(as("owner").exchange.preview({ ...first, files: large })).rejects.toThrow(
      /9.0 MiB; 8 MiB is the most/,
    );
  });

  it("leaves out a note of two megabytes, and names it", async () => {
    const place = await aProject("Large");
    const text = `### [DEC-001] Small\n- **Context**: ok\n### [DEC-002] Large\n- **Context**: ${"x".repeat(2_000_000)}\n`;
    const { preview, result } = await imported(place, [{ path: "a.md", text }]);
    expect(result.written.decision).toBe(1);
    expect(preview.problems).toEqual([
      expect.objectContaining({ line: 3, message: expect.stringMatching(/^DEC-002 has/) }),
    ]);
  });

  it("takes secrets out and runs nothing", async () => {
    const place = await aProject("Secret");
    const text = `### [DEC-001] <script>alert(1)</script>\n- **Context**: AKIAIOSFODNN7EXAMPLE and ghp_0123456789abcdefghijklmnopqrstuvwxyz12\n`;
    await imported(place, [{ path: "a.md", text }]);
    const { versions } = await as("owner").decisions.get({ ...place, number: 1 });
    expect(versions[0]?.title).toBe("<script>alert(1)</script>");
    expect(versions[0]?.context).not.toContain("ghp_0123456789");
  });

  it("reads both forms of telemetry and adds none of it", async () => {
    const text = [
      '{"ts":"2026-06-10T14:32:00Z","event":"context-prune","session_id":"abc123","before_tokens":85000,"after_tokens":42000,"passes":{"dedup":12,"purge_errors":8,"compress":25},"protected":15,"summary_tokens":180}',
      '{"type":"context_action","action":"prune","tokens_before":10,"tokens_after":4,"timestamp":"2026-06-10T14:32:00Z"}',
      "oops",
    ].join("\n");
    const { preview } = await imported(first, [{ path: "TELEMETRY.jsonl", text }]);
    expect(preview.telemetry).toEqual({ lines: 2, prunes: 2, prunedTokens: 43_006 });
    expect(preview.problems).toHaveLength(1);
  });
});

describe("a large and mixed folder", () => {
  it("is written in several transactions, a decision in two formats once, and merged failures behind their target", async () => {
    const place = await aProject("Large folder");
    const log = Array.from(
      { length: 1_200 },
      (_, at) => `{"id":"DEC-${at + 1}","title":"Decision ${at + 1}","status":"accepted"}`,
    );
    const failure = (id: string, more: object) => ({
      id,
      timestamp: "2026-06-10T14:32:00Z",
      type: "flaky_test",
      ...more,
    });
    const entries = [
      failure("FAIL-001", { merged_into: "FAIL-002", description: "Times out" }),
      failure("FAIL-002", { description: "Out of memory" }),
      failure("FAIL-003", { merged_into: "FAIL-077", description: "Port is taken" }),
    ];
    const files = [
      { path: "DECISIONS.jsonl", text: log.join("\n") },
      { path: "docs/decisions/0007-decision-7.md", text: "---\nstatus: accepted\n---\n\n# Decision 7\n" },
      { path: "FAILURES.json", text: JSON.stringify({ version: "1.0", entries }) },
    ];
    const { preview, result } = await imported(place, files);
    expect(result.written).toMatchObject({ decision: 1_200, failure: 3 });
    expect(preview.problems).toEqual([]);
    expect(preview.records.find(({ key }) => key === "FAIL-003")?.notes.join()).toMatch(/FAIL-077.*stands for itself/);
    const rows = await uploader.rows("SELECT number, merged_into FROM failure WHERE merged_into IS NOT NULL");
    expect(rows).toEqual([{ number: 1, merged_into: 2 }]);
    const again = await imported(place, files);
    expect(again.preview.counts).toMatchObject({ same: 1_203, new: 0, changed: 0 });
    expect((await exported(place)).filter(({ path }) => path.startsWith("decisions/"))).toHaveLength(1_200);
  });
});

describe("who may", () => {
  it("a key that records: an accepted decision arrives as proposed, and the preview says so", async () => {
    const place = await aProject("Keys");
    const { secret } = await uploader.team.key({ name: "Recorder", scopes: ["record"] });
    const caller = createCaller({ deps: uploader.deps, principal: await authenticateKey(uploader.deps, secret) });
    const files = [
      { path: "a.md", text: "### [DEC-001] A\n- **Status**: accepted\n" },
      { path: "CONSTRAINTS.md", text: "### [CON-001] Never edit dist\n- **Rule**: Build it.\n" },
    ];
    const preview = await caller.exchange.preview({ ...place, files });
    expect(preview.records.map(({ notes }) => notes.join())).toEqual([
      expect.stringMatching(/arrives as proposed/),
      expect.stringMatching(/a key only proposes/),
    ]);
    await caller.exchange.import({ ...place, files, digest: preview.digest });
    const { versions } = await as("owner").decisions.get({ ...place, number: 1 });
    expect(versions[0]?.status).toBe("proposed");
  });
});
