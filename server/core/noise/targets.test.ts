import { describe, expect, it } from "vitest";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { timelineOf } from "../prune/timeline";
import { measureNoise } from "./measure";
import { targetOf, targetRows } from "./targets";

const DIMS = { hourOf: () => "2026-01-05T09:00:00.000Z", branchOf: () => "main" };

function rowsOf(builder: SessionBuilder, cwd: string | null = null) {
  const session = builder.build();
  return targetRows(session, measureNoise(session, plan(session, STRICT_POLICY)), { ...DIMS, cwd });
}

describe("what a call works on", () => {
  const namesOf = (builder: SessionBuilder, cwd: string | null) => {
    const { entries } = timelineOf(builder.build());
    return entries.map((entry) => targetOf(entry, cwd)?.target ?? null);
  };

  it("is a path inside the session's folder, whichever machine it stands on", () => {
    const session = aSession().read("/home/mei/app/src/a.ts");
    expect(namesOf(session, "/home/mei/app")).toEqual(["src/a.ts", "src/a.ts"]);
    expect(namesOf(session, "/home/mei/app/")).toEqual(["src/a.ts", "src/a.ts"]);
    expect(namesOf(session, "/home/mei/ap")).toEqual(["/home/mei/app/src/a.ts", "/home/mei/app/src/a.ts"]);
    expect(namesOf(session, null)).toEqual(["/home/mei/app/src/a.ts", "/home/mei/app/src/a.ts"]);
  });

  it("is a command on one line, without the step into its folder", () => {
    expect(namesOf(aSession().ran("cd /app && npm test 2>&1"), null)).toEqual(["npm test", "npm test"]);
  });

  it("keeps the end of a long path, where its name stands", () => {
    const [target] = namesOf(aSession().read(`/${"folder/".repeat(60)}ledger.ts`), null);
    expect([target?.length, target?.startsWith("…"), target?.endsWith("/ledger.ts")]).toEqual([200, true, true]);
  });

  it("is nothing for prompts, answers and loads of skills", () => {
    expect(namesOf(aSession().prompted("go").said("ok").loadedSkill("review"), null)).toEqual([null, null, null]);
  });
});

describe("targets of a session", () => {
  it("are those that brought noise, with all that they brought", () => {
    const session = aSession().prompted("go").read("a.ts").read("a.ts").read("quiet.ts").turns(2);
    const rows = rowsOf(session);
    expect(new Set(rows.map((row) => row.target))).toEqual(new Set(["a.ts"]));
    const events = (pass: string) => rows.filter((row) => row.pass === pass).reduce((sum, row) => sum + row.events, 0);
    expect([events("added"), events("duplicate")]).toEqual([4, 1]);
  });

  it("say of a resolved error what was asked, and the failure that the registry will know", () => {
    const session = aSession()
      .prompted("go")
      .ran("cd /app && npx vitest run a.test.ts", {
        exit: 1,
        text: `Error: ledger is off by one\n${"  at step (a.ts:1)\n".repeat(40)}`,
      })
      .edited("a.ts")
      .ran("vitest run a.test.ts", { text: "3 passed" })
      .turns(3);
    const [row] = rowsOf(session).filter(({ pass }) => pass === "resolved-error");
    expect(row).toMatchObject({ target: "npx vitest run a.test.ts", targetKind: "command", tool: "Bash" });
    expect(row?.question).toBe("vitest : a.test.ts");
    expect(row?.failure).toMatch(/^vitest ▸ /);
  });

  it("are none in a session without noise", () => {
    expect(rowsOf(aSession().prompted("go").read("a.ts").ran("ls"))).toEqual([]);
  });
});
