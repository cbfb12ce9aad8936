import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { DOCUMENT_KINDS, DocumentPath, DocumentText, documentKind } from "./document";
import { listedConstraints } from "./listed-constraints";
import { PreferenceInput } from "./rule-input";
import { rulesFor } from "./rules-for";
import { canMove, moveRule, RULE_STATUSES } from "./statuses";
import { toldOf } from "./told";

describe("a rule's status", () => {
  it("is changed by the moves that its status allows, and a refusal says why", () => {
    expect(moveRule("preference", 3, "proposed", "accept")).toEqual({ ok: true, value: "active" });
    expect(moveRule("preference", 3, "retired", "restore")).toEqual({ ok: true, value: "active" });
    expect(moveRule("preference", 3, "active", "accept")).toMatchObject({
      ok: false,
      fault: { code: "conflict", message: "PREF-003 is active already." },
    });
    expect(moveRule("constraint", 1, "retired", "accept")).toMatchObject({
      fault: { message: "CON-001 is retired; only one that is proposed can become active." },
    });
    for (const status of RULE_STATUSES) {
      for (const move of ["accept", "retire", "restore"] as const) {
        expect(moveRule("constraint", 1, status, move).ok).toBe(canMove(status, move));
      }
    }
  });
});

describe("what an agent is told of a rule", () => {
  it("is one line with its reason and its paths", () => {
    const rule = { ref: "CON-002", title: "Never edit dist", text: "It is built.\nEdits are lost." };
    expect(toldOf({ ...rule, reason: "a build overwrites it", affectedPaths: ["dist/**"] })).toBe(
      "CON-002: Never edit dist. It is built. Edits are lost. Because: a build overwrites it. Holds for: dist/**",
    );
  });

  it("does not say the title twice", () => {
    const rule = { ref: "PREF-001", reason: "", affectedPaths: [] };
    expect(toldOf({ ...rule, title: "Use pnpm.", text: "use pnpm" })).toBe("PREF-001: Use pnpm.");
  });
});

describe("the rules for some files", () => {
  const rule = (...affectedPaths: string[]) => ({ affectedPaths });
  it("are those whose globs match, and those that hold everywhere", () => {
    const [everywhere, glob, folder, file] = [rule(), rule("src/**/*.sql"), rule("dist"), rule("a.ts", "b.ts")];
    const all = [everywhere, glob, folder, file];
    expect(rulesFor(all, ["src/db/1.sql"])).toEqual([everywhere, glob]);
    expect(rulesFor(all, ["dist/js/main.js"])).toEqual([everywhere, folder]);
    expect(rulesFor(all, ["lib/b.ts", "c.ts"])).toEqual([everywhere, file]);
    expect(rulesFor(all, [])).toEqual([everywhere]);
  });

  it("hold when their pattern cannot be read", () => {
    const broken = rule("src/[a");
    expect(rulesFor([broken], ["x.ts"])).toEqual([broken]);
  });
});

describe("a preference", () => {
  it("has no paths and no reason, and says what to do instead", () => {
    const refused = PreferenceInput.safeParse({ title: "Tabs", affectedPaths: ["src"] });
    expect(refused.error?.issues[0]).toMatchObject({
      path: ["affectedPaths"],
      message: "A preference holds everywhere. Record a constraint for some paths.",
    });
    expect(PreferenceInput.parse({ title: " Tabs " })).toMatchObject({ title: "Tabs", reason: "", affectedPaths: [] });
  });
});

describe("a document", () => {
  it.each([
    ["AGENTS.md", "agents"],
    ["packages/web/CLAUDE.md", "agents"],
    ["GEMINI.md", "agents"],
    [".cursor/rules/db.mdc", "agents"],
    [".planning/STATE.md", "state"],
    [".planning/phases/02/02-01-PLAN.md", "plan"],
    ["docs/CONSTRAINTS.md", "constraints"],
    ["README.md", "other"],
    ["docs/PLANETS.md", "other"],
  ] as const)("at %s is of the kind %s", (path, kind) => {
    expect(documentKind(path)).toBe(kind);
  });

  it("has a path inside the repository", () => {
    expect(DocumentPath.parse(" ./docs\\PLAN.md ")).toBe("docs/PLAN.md");
    for (const path of ["", "/etc/passwd", "../a.md", "a//b.md", "a/./b", "c:/x.md", "~/x.md", "docs/", "a\u0000.md"]) {
      expect(DocumentPath.safeParse(path).success, path).toBe(false);
    }
  });

  it("is at most 512 KiB, counted in bytes", () => {
    expect(DocumentText.safeParse("ä".repeat(262_144)).success).toBe(true);
    const refused = DocumentText.safeParse("x".repeat(2_097_152));
    expect(refused.error?.issues[0]?.message).toContain("has 2048 KiB; upload at most 512");
  });

  it("never fails to get a kind", () => {
    fc.assert(fc.property(fc.string(), (path) => DOCUMENT_KINDS.includes(documentKind(path))));
  });
});

describe("the lists of a CONSTRAINTS.md", () => {
  const TEXT = `# Constraints

These hold.

## Data base
- **Amounts** are bigint cents, in \`src/ledger/\`.
  They are never floats.
  - not even for a report
- [x] Migrations are only added
* Amounts are bigint cents

\`\`\`
- not this
\`\`\`
Not this either.
1. Numbered ones count
- Migrations are only added
`;
  it("are read with what is nested and continued, under their heading, each once", () => {
    const items = listedConstraints(TEXT);
    expect(items.map(({ text }) => text)).toEqual([
      "Amounts are bigint cents, in `src/ledger/`.\nThey are never floats.\nnot even for a report",
      "Migrations are only added",
      "Amounts are bigint cents",
      "Numbered ones count",
    ]);
    expect(items[0]).toMatchObject({ affectedPaths: ["src/ledger/"], tags: ["data-base"] });
  });

  it("never fail, whatever the text", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom("- a", "  b", "# H", "```", "", "x", "1. n", "   - n")), (lines) => {
        for (const { title, text } of listedConstraints(lines.join("\n"))) {
          expect(title).not.toBe("");
          expect(text).not.toBe("");
        }
      }),
    );
  });
});
