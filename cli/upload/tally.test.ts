import { describe, expect, it } from "vitest";
import { CliFault } from "../fault";
import { UnknownProject } from "../projects/project-routes";
import { Tally } from "./tally";

const texts = (tally: Tally, projects?: string[]) => tally.summary(projects).map(({ text }) => text);
const at = (number: number, project = "app") => ({
  url: `http://localhost/team/${project}/sessions/${number}`,
  project,
  isDefault: false,
});

describe("the summary of an import", () => {
  it("says what was sent, and opens the only session", () => {
    const tally = new Tally();
    Object.assign(tally, {
      sentFiles: 1,
      unchangedFiles: 1_200,
      filesWithoutEvents: 2,
      accepted: 12_345,
      duplicates: 1,
    });
    tally.sent("s1", at(12));
    expect(texts(tally)).toEqual([
      "1 file sent, 1,200 unchanged since the last import, 2 without events.",
      "12,345 events accepted, 1 duplicate, 0 rejected.",
      "Open http://localhost/team/app/sessions/12",
    ]);
    expect(tally.exitCode).toBe(0);
  });

  it("opens the list of sessions of each project", () => {
    const tally = new Tally();
    tally.sent("s1", at(1));
    tally.sent("s2", at(2));
    expect(texts(tally).at(-1)).toBe("Open the 2 sessions: http://localhost/team/app/sessions");
    tally.sent("s3", at(1, "web"));
    expect(texts(tally).slice(-3)).toEqual([
      "Open the 3 sessions:",
      "  http://localhost/team/app/sessions",
      "  http://localhost/team/web/sessions",
    ]);
  });

  it("says which sessions went to the default project", () => {
    const tally = new Tally();
    tally.sent("s1", at(1));
    tally.sent("s2", { ...at(2, "mine"), isDefault: true });
    expect(texts(tally)).toContain(
      "1 session went to mine, the default of this login. --project, --create or a .steward.json in the repository sends them elsewhere.",
    );
  });

  it("names an unknown project once for all its files, the most frequent first, with the remedy", () => {
    const tally = new Tally();
    tally.fail("/a.jsonl", new UnknownProject("/home/dev/b", "…"));
    for (const file of ["/b.jsonl", "/c.jsonl"]) tally.fail(file, new UnknownProject("git@example.com:a/b.git", "…"));
    expect(texts(tally, ["app", "web"]).slice(2)).toEqual([
      "No project is known for: git@example.com:a/b.git (2 files), /home/dev/b (1 file).",
      "  Send all to one project (this key reaches app, web): steward import --project <slug>",
      "  Or make a project for each: steward import --create",
    ]);
    expect(tally.exitCode).toBe(1);
  });

  it("says a reason that many files share once, and counts what it does not list", () => {
    const tally = new Tally();
    tally.sentFiles = 1;
    for (let n = 1; n <= 5; n++) tally.leaveOut(`/pi-${n}.jsonl`, "pi transcripts are not supported yet.");
    expect(texts(tally).slice(2)).toEqual([
      "Left out: 5 files.",
      "  /pi-1.jsonl, /pi-2.jsonl, /pi-3.jsonl and 2 more: pi transcripts are not supported yet.",
    ]);
    expect(tally.exitCode).toBe(0);
    tally.fail("/x.jsonl", new CliFault("The file is empty."));
    expect(texts(tally)).toContain("  /x.jsonl: The file is empty.");
    expect(tally.exitCode).toBe(1);
  });

  it("lists the first rejected entries and unreadable lines, and counts all", () => {
    const tally = new Tally();
    for (let n = 0; n < 12; n++) tally.reject({ file: "/a.jsonl", what: `event e${n}`, why: "kind: unknown." });
    tally.noteBadLines("/a.jsonl", 1, [{ line: 7, reason: "It is torn." }]);
    const said = texts(tally);
    expect(said).toContain("0 events accepted, 0 duplicates, 12 rejected.");
    expect(said).toContain("Rejected: 12 entries.");
    expect(said).toContain("  /a.jsonl: event e9: kind: unknown.");
    expect(said).toContain("  and 2 more.");
    expect(said).toContain("1 damaged line; whole records in them were kept:");
    expect(said).toContain("  /a.jsonl:7: It is torn.");
    expect(tally.exitCode).toBe(1);
  });

  it("is no success when none of the files was a transcript", () => {
    const tally = new Tally();
    tally.leaveOut("/a.jsonl", "No known transcript format.");
    expect(tally.exitCode).toBe(1);
  });
});
