import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../model";
import { STRICT_POLICY } from "../policy";
import { EAGER_POLICY } from "../testing/policies";
import { noiseClasses, planned, residencies, verdictOf } from "../testing/reading";
import { aSession, type SessionBuilder } from "../testing/session-builder";

const BODY = "line of text\n".repeat(60);

describe("standing protections", () => {
  it.each([
    ["CLAUDE.md", "protect.core-files", "CLAUDE.md"],
    ["/repo/.planning/STATE.md", "protect.core-files", "STATE.md"],
    ["app/.cursor/rules/ui.mdc", "protect.core-files", ".cursor/rules/**"],
    ["/home/me/.fd-plan/x/.codebase/DECISIONS.jsonl", "protect.safety-files", "DECISIONS.jsonl"],
    [".context/decisions/DEC-001.md", "protect.safety-files", ".context/decisions/**"],
  ])("keeps %s, says why, and logs the removal that it stopped", (path, rule, pattern) => {
    const session = aSession().read(path, { text: BODY }).read(path, { text: BODY });
    expect(residencies(session)).toEqual(["full", "full"]);
    expect(noiseClasses(session)).toEqual([null, null]);
    expect(verdictOf(session, session.last)).toMatchObject({ rule, pass: null });
    expect(planned(session).blocked).toMatchObject([
      { ref: session.last, rule: "dedup.identical-result", protection: rule, pattern },
    ]);
  });

  it("keeps what a person pinned, with name and reason", () => {
    const session = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });
    const pinned = session.pinned(session.last, "the contract");
    expect(verdictOf(pinned, session.last)).toMatchObject({
      rule: "protect.pin",
      reason: "Pinned by ann: the contract",
      to: "full",
    });
  });

  it("keeps the tools that a project names, by pattern", () => {
    const policy: PrunePolicy = {
      ...EAGER_POLICY,
      protectedTools: [{ pattern: "mcp__memory__*", reason: "It loads instructions." }],
    };
    const load = { tool: "mcp__memory__load", toolClass: "other", params: "all", text: BODY } as const;
    const session = aSession().used(load, {}).used(load, {});
    expect(residencies(session, policy)).toEqual(["full", "full"]);
    expect(residencies(session)).toEqual(["full", "reference"]);
  });

  it("keeps prompts and answers, and names the phrase that pins one", () => {
    const session = aSession().prompted("From now on use tabs.").asked("Which db?", BODY).asked("Which db?", BODY);
    const [prompt] = session.build().events;
    expect(verdictOf(session, prompt?.ref ?? "")).toMatchObject({
      rule: "protect.user-intent",
      reason: 'The person said "from now on".',
    });
    expect(residencies(session)).toEqual(["full", "full"]);
  });

  it("keeps the plan that was accepted last and no older one", () => {
    const session = aSession()
      .planned(BODY)
      .planned(BODY, { text: `${BODY}!` });
    const [older, latest] = session.results();
    expect(verdictOf(session, latest ?? "")?.rule).toBe("protect.user-intent");
    expect(verdictOf(session, older ?? "")?.rule).not.toBe("protect.user-intent");
    const callOfLatest = session.build().events.at(-2)?.ref ?? "";
    expect(verdictOf(session, callOfLatest)?.rule).toBe("protect.user-intent");
  });

  it("takes entering plan mode for no plan", () => {
    const session = aSession()
      .planned(BODY)
      .used({ tool: "EnterPlanMode", toolClass: "plan", params: "", text: "ok" }, {});
    expect(verdictOf(session, session.results()[0] ?? "")?.rule).toBe("protect.user-intent");
  });

  it("keeps the body of a skill while its task is open, at its first copy", () => {
    const session = aSession().prompted("go").loadedSkill("tdd", BODY).loadedSkill("tdd", BODY);
    const [first, second] = session.results();
    expect(verdictOf(session, first ?? "")).toMatchObject({ rule: "protect.governing-skill", evidence: [second] });
    expect(residencies(session)).toEqual(["full", "reference"]);
    const closed = session.prompted("next");
    expect(verdictOf(closed, first ?? "")?.rule).not.toBe("protect.governing-skill");
  });
});

describe("delaying protections", () => {
  const young = aSession().read("a.ts", { text: BODY }).read("a.ts", { text: BODY });

  it("keeps the tail but still calls it noise, and logs what it stopped", () => {
    expect(residencies(young, STRICT_POLICY)).toEqual(["full", "full"]);
    expect(noiseClasses(young, STRICT_POLICY)).toEqual([null, "duplicate"]);
    expect(planned(young, STRICT_POLICY).blocked).toHaveLength(1);
  });

  it("says in words and readable numbers what a young result waits for", () => {
    const reason = planned(
      aSession()
        .ran("bun test", { exit: 1, text: BODY })
        .edited("a.ts")
        .ran("bun test", { text: "ok" })
        .turns(3)
        .said("x".repeat(8_000)),
      STRICT_POLICY,
    ).blocked[0]?.reason;
    expect(reason).toMatch(
      /^It is 2,\d{3} tokens and \d+ requests old; test runs wait until 2,500 tokens and 4 requests have passed\.$/,
    );
  });

  it("lets go of what is older than both windows; of an exact repeat after three requests", () => {
    const later = (turns: number, tokens: number) =>
      young
        .turns(turns)
        .said("x".repeat(tokens * 4))
        .prompted("go on");
    expect(residencies(later(40, 11_000), STRICT_POLICY)).toEqual(["retained", "retained"]);
    expect(residencies(later(40, 100), STRICT_POLICY)).toEqual(["full", "reference"]);
    expect(residencies(later(1, 11_000), STRICT_POLICY)).toEqual(["full", "full"]);
  });

  it("does not put back what an earlier run took out, nor log it as stopped", () => {
    const gone = young.standing(young.last, "reference");
    expect(residencies(gone, STRICT_POLICY)).toEqual(["full", "reference"]);
    expect(planned(gone, STRICT_POLICY).blocked).toEqual([]);
    expect(verdictOf(gone, gone.last, STRICT_POLICY)?.reason).not.toContain("Kept for now");
  });

  it("keeps the latest result of a file that changed in the last turns", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, currentFileTurns: 10 };
    const session = aSession()
      .edited("a.ts", { text: BODY })
      .edited("a.ts", { text: `${BODY}!` });
    const [older, latest] = session.results();
    expect(verdictOf(session, latest ?? "", policy)?.rule).toBe("protect.in-flight");
    expect(verdictOf(session, older ?? "", policy)?.rule).not.toBe("protect.in-flight");
    expect(verdictOf(session.turns(10), latest ?? "", policy)?.rule).not.toBe("protect.in-flight");
  });

  it("names a call that has no result yet", () => {
    const session = aSession().ran("bun test", { result: false });
    const [call] = session.build().events;
    expect(verdictOf(session, call?.ref ?? "")).toMatchObject({
      rule: "protect.in-flight",
      reason: "The call has no result yet.",
    });
  });

  it("keeps the start of a command that goes on by itself until something tells of its end", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, byAge: true };
    const log = `${BODY}Command running in background with ID: b7`;
    const started = aSession().ran("npm run dev", { text: log });
    const isHeld = (session: SessionBuilder) =>
      verdictOf(session, started.last, policy)?.reason === "The command that it started may still be running.";
    expect(isHeld(started.turns(50))).toBe(true);
    const asked = { tool: "BashOutput", toolClass: "shell", target: "b7", params: '{"bash_id":"b7"}' } as const;
    expect(isHeld(started.used({ ...asked, text: "<status>running</status> GET / 200" }, {}))).toBe(true);
    expect(isHeld(started.used({ ...asked, text: "<status>completed</status>" }, {}))).toBe(false);
    const other = { ...asked, target: "b8", params: '{"bash_id":"b8"}' };
    expect(isHeld(started.used({ ...other, text: "<status>completed</status>" }, {}))).toBe(true);
    const stopped = { tool: "KillShell", toolClass: "shell", params: '{"shell_id":"b7"}', text: "ok" } as const;
    expect(isHeld(started.used(stopped, {}))).toBe(false);
    expect(isHeld(started.inThread("sub").used(stopped, {}))).toBe(true);
    expect(isHeld(started.ran("ls", { text: "Failed jobs: none" }))).toBe(true);
  });

  it("hears the end of a command from the answer to a call that names it", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, byAge: true };
    const started = aSession().ran("npm test", { text: `${BODY}Process running with session ID 66547` });
    const isHeld = (session: SessionBuilder) =>
      verdictOf(session, started.last, policy)?.reason === "The command that it started may still be running.";
    const asked = { tool: "write_stdin", toolClass: "shell", params: '{"session_id":66547,"chars":""}' } as const;
    const going = started.used({ ...asked, text: "2 failed so far\nProcess running with session ID 66547" }, {});
    expect(isHeld(going)).toBe(true);
    expect(isHeld(going.used({ ...asked, text: "Process exited with code 0\n12 passed" }, {}))).toBe(false);
    const other = { ...asked, params: '{"session_id":1,"chars":""}' };
    expect(isHeld(going.used({ ...other, text: "Process exited with code 0" }, {}))).toBe(true);
  });

  it("keeps a result while its path was named in the last turns", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, referencedWithinTurns: 3 };
    const session = young.turns(4);
    expect(residencies(session, policy)).toEqual(["full", "reference"]);
    const named = session.said(`compare ctx:${young.last} again`);
    expect(residencies(named, policy)).toEqual(["full", "full"]);
  });

  it("keeps the latest result of a check, though it is a repeat", () => {
    const session = aSession().ran("bun test", { text: BODY }).ran("bun test", { text: BODY });
    expect(residencies(session)).toEqual(["full", "full"]);
    expect(planned(session).blocked).toMatchObject([{ protection: "protect.verification" }]);
  });

  it("keeps superseded reads of current files, but not their exact repeats", () => {
    const policy: PrunePolicy = { ...EAGER_POLICY, currentFileTurns: 10 };
    const session = aSession()
      .read("a.ts", { text: BODY })
      .edited("a.ts")
      .read("a.ts", { text: `${BODY}!` })
      .read("a.ts", { text: `${BODY}!` });
    expect(residencies(session, policy)).toEqual(["full", "full", "full", "reference"]);
    expect(residencies(session.turns(11), policy)).toEqual(["retained", "full", "full", "reference"]);
    const named = session.turns(11).prompted("look at a.ts").prompted("please");
    expect(residencies(named, policy)[0]).toBe("full");
    const diff = session.turns(11).marked(null, ["a.ts"]);
    expect(residencies(diff, policy)[0]).toBe("full");
  });
});

describe("a policy that cannot be read", () => {
  it("stops every removal and says which pattern to correct; what is noise stays noise", () => {
    const broken: PrunePolicy = {
      ...EAGER_POLICY,
      protectedPaths: [{ pattern: "a[b", category: "project", reason: "mine" }],
    };
    const session = aSession().read("x.ts", { text: BODY }).read("x.ts", { text: BODY });
    expect(residencies(session, broken)).toEqual(["full", "full"]);
    expect(noiseClasses(session, broken)).toEqual([null, "duplicate"]);
    expect(planned(session, broken).blocked[0]?.reason).toContain('Pattern "a[b" opens [ without ]');
  });
});
