import { describe, expect, it } from "vitest";
import { MAX_FILES_PER_PART } from "@/server/core/files/index-part";
import { addReport, shares } from "./coverage";
import { toGlobs } from "./list-files";
import { ruleFileOf } from "./rule-files";
import { partsOf } from "./send-index";

describe("coverage", () => {
  it("joins reports of one file: a line is covered when any of them ran it", () => {
    const lines = new Map();
    const find = (path: string) => (path.endsWith("a.ts") ? "src/a.ts" : null);
    addReport(
      lines,
      "TN:\nSF:/home/ci/src/a.ts\nDA:1,1\nDA:2,0\nDA:3,0\nLF:3\nend_of_record\nSF:other.ts\nDA:1,0\nend_of_record",
      find,
    );
    addReport(lines, "SF:src/a.ts\nDA:2,4\nDA:4,0\nDA:broken\nend_of_record\n", find);
    expect([...shares(lines)]).toEqual([["src/a.ts", 0.5]]);
  });
});

describe("lines of .gitignore without git", () => {
  it("ignore at any depth, or from the root when they have a folder", () => {
    expect(toGlobs("*.log")).toEqual(["**/*.log", "**/*.log/**"]);
    expect(toGlobs("/out/")).toEqual(["out/**"]);
    expect(toGlobs("build/")).toEqual(["**/build/**"]);
    expect(toGlobs("a/b")).toEqual(["a/b", "a/b/**"]);
    expect([...toGlobs("# note"), ...toGlobs("!keep.log"), ...toGlobs(" ")]).toEqual([]);
  });
});

describe("rule files", () => {
  it("are found where clients keep them, skills by their folder", () => {
    const found = (path: string) => {
      const rule = ruleFileOf(path, "# Some text");
      return rule && `${rule.kind} ${rule.name} ${rule.category}`;
    };
    expect(found("CLAUDE.md")).toBe("rule CLAUDE.md behavior");
    expect(found("packages/a/AGENTS.md")).toBe("rule packages/a/AGENTS.md agents");
    expect(found(".cursor/rules/testing.mdc")).toBe("rule .cursor/rules/testing.mdc testing");
    expect(found(".claude/skills/systematic-debugging/SKILL.md")).toBe("skill systematic-debugging debugging");
    expect(found("docs/rules/security/tokens.md")).toBe("rule docs/rules/security/tokens.md security");
    expect(found(".github/copilot-instructions.md")).toBe("rule .github/copilot-instructions.md behavior");
    expect([
      found("README.md"),
      found("src/rules.ts"),
      found(".claude/agents/reviewer.md"),
      found("rules/README.md"),
    ]).toEqual([null, null, null, null]);
  });

  it("send a size and a hash, never text", () => {
    const rule = ruleFileOf("CLAUDE.md", "The password is hunter2-hunter2\n".repeat(10));
    expect(JSON.stringify(rule)).not.toContain("hunter2");
    expect(rule?.tokens).toBe(80);
  });
});

describe("parts of an upload", () => {
  it("are small in number and in size, and hold everything once, in order", () => {
    const files = Array.from({ length: 1_000 }, (_, at) => ({ at, text: "x".repeat(at % 100 === 0 ? 900_000 : 10) }));
    const parts = [...partsOf(files)];
    expect(parts.flat()).toEqual(files);
    for (const part of parts) {
      expect(part.length).toBeLessThanOrEqual(MAX_FILES_PER_PART);
      expect(JSON.stringify(part).length).toBeLessThan(2_100_000);
    }
    expect([...partsOf([])]).toEqual([]);
  });
});
