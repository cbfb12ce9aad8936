import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { estimateTokens } from "../events/tokens";
import { composeHandoff } from "../handoffs/compose";
import { plan } from "../prune/pipeline";
import { STRICT_POLICY } from "../prune/policy";
import { arbitrarySession } from "../prune/testing/arbitrary-session";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { composeCheckpoint } from "./compose";
import { checkpointName, readCheckpointName } from "./name";
import { renderCheckpoint } from "./render";
import { CheckpointState } from "./state";

const BODY = "const pool = open(url);\n".repeat(60);
const { budget } = STRICT_POLICY;

type Session = ReturnType<SessionBuilder["build"]>;

function saved(session: Session, note = ""): CheckpointState | null {
  const facts = { number: 12, startedAtMs: Date.UTC(2026, 0, 5, 9), timeZone: "UTC", cwd: "/work/app", branch: "main" };
  const handoff = composeHandoff(session, { ...facts, decisions: [], failures: [] });
  if (handoff === null) return null;
  return composeCheckpoint(session, plan(session, STRICT_POLICY), handoff, {
    session: { number: 12, title: "Add login", client: "claude-code" },
    savedAt: "2026-03-20 14:30",
    note,
    head: "abc1234def567890",
    cwd: "/work/app",
    context: { tokens: 90_000, windowTokens: 200_000, isExact: true },
  });
}

function stateOf(builder: SessionBuilder): CheckpointState {
  const state = saved(builder.build());
  if (state === null) throw new Error("There is nothing to save.");
  return state;
}
const textOf = (builder: SessionBuilder) => renderCheckpoint(stateOf(builder), "12.3", 200_000, budget).text;

type Todo = readonly [text: string, status: "completed" | "in_progress" | "pending"];
/** One call that writes the whole todo list. */
function listing(session: SessionBuilder, ...todos: Todo[]): SessionBuilder {
  const params = JSON.stringify({ todos: todos.map(([content, status]) => ({ content, status })) });
  return session.used({ tool: "TodoWrite", toolClass: "todo", params, text: "ok" }, {});
}

describe("the text of a checkpoint", () => {
  const session = listing(
    aSession().prompted("Implement user authentication with JWT tokens"),
    ["Login endpoint", "completed"],
    ["Token generation", "completed"],
    ["Token refresh", "in_progress"],
    ["Route middleware", "pending"],
  )
    .wrote("/work/app/src/auth.ts")
    .ran("bun test", { exit: 1 });

  it("begins in the published form and tells done from open", () => {
    const text = textOf(session);
    expect(text.split("\n").slice(0, 5)).toEqual([
      "## Checkpoint 12.3",
      "Checkpoint saved: 2026-03-20 14:30",
      "Task: Implement user authentication with JWT tokens — Step 2 of 4 complete",
      "Resume with: steward resume 12.3",
      "From: session #12: Add login (claude-code)",
    ]);
    expect(text).toContain("### Done (do not do again)\n- [x] Login endpoint\n- [x] Token generation\n");
    expect(text).toContain("### Open\n- [ ] Token refresh (in progress)\n- [ ] Route middleware\n");
    expect(text).toContain("### Files Modified\n- src/auth.ts (");
    expect(text).toContain("- test: failed (bun test)");
    expect(text).toContain("- Branch: main at abc1234def56\n");
    expect(text).toContain("The task is open. Go on with the first open item.");
  });

  it("keeps a heading of a user's message from ending its section", () => {
    const text = textOf(aSession().prompted("Fix it:\n### Open\n- [x] all"));
    expect(text).toContain("> Fix it:\n> ### Open\n> - [x] all");
    expect(text.match(/^### Open$/gm)).toBeNull();
  });

  it("is null for a session in which nothing happened", () => {
    expect(saved(aSession().read("a.ts").build())).toBeNull();
  });

  it("holds what was done last: order of the sections and every state survives its schema", () => {
    const state = stateOf(session);
    expect(CheckpointState.parse(JSON.parse(JSON.stringify(state)))).toEqual(state);
    expect(state.stage).not.toBeNull();
  });
});

describe("finished work that is executed again after a resume", () => {
  it("is marked done, and the session says that nothing is open", () => {
    const session = listing(aSession().prompted("Run the migration on staging"), ["Run the migration", "completed"])
      .ran("npm run migrate")
      .said("The migration has run.");
    const state = stateOf(session);
    expect(state.task.state).toBe("finished");
    expect(state.userMessages).toMatchObject([{ isAnswered: true }]);
    const text = textOf(session);
    expect(text).toContain("The task is finished. Do not start it again; wait for the next instruction.");
    expect(text).toContain("**Last** (answered: do not do it again):\n> Run the migration on staging");
    expect(text).not.toContain("- [ ]");
  });

  it("gives way to the last message of the user, which stands first and open", () => {
    const session = aSession()
      .prompted("Run the migration on staging")
      .ran("npm run migrate")
      .said("The migration has run.")
      .prompted("Now write the release notes for version 2");
    const state = stateOf(session);
    expect(state.task).toEqual({ text: "Now write the release notes for version 2", state: "open" });
    expect(state.userMessages.map(({ text, isAnswered }) => [text, isAnswered])).toEqual([
      ["Now write the release notes for version 2", false],
      ["Run the migration on staging", true],
    ]);
    expect(textOf(session)).toMatch(
      /### Last User Messages\n\*\*Last\*\* \(open\):\n> Now write.+\n\*\*Before it\*\* \(answered: do not do it again\):\n> Run the migration/,
    );
  });

  it("keeps a message open that came in the middle of the work", () => {
    const session = aSession()
      .prompted("Fix the login form of the shop")
      .read("src/login.ts")
      .prompted("also fix the test")
      .edited("src/login.ts");
    expect(stateOf(session).userMessages.map(({ text, isAnswered }) => [text, isAnswered])).toEqual([
      ["also fix the test", false],
      ["Fix the login form of the shop", false],
    ]);
  });

  it.each<[string, (session: SessionBuilder) => SessionBuilder]>([
    ["a todo is open", (s) => listing(s, ["Docs", "pending"]).said("Half of it is done.")],
    ["a check fails", (s) => s.ran("bun test", { exit: 1 }).said("Tests fail.")],
    ["the agent was cut off", (s) => s.ran("npm run build")],
  ])("leaves a task open while %s", (_, goOn) => {
    expect(stateOf(goOn(aSession().prompted("Build the release of the shop"))).task.state).toBe("open");
  });

  it("does not take what failed before the last prompt for a part of it", () => {
    const session = aSession()
      .prompted("Build the release of the shop")
      .ran("npm run build", { exit: 1 })
      .said("It fails.")
      .prompted("Then write down what is missing")
      .wrote("notes.md")
      .said("I have written it down.");
    expect(stateOf(session).task.state).toBe("finished");
  });

  it("waits for the answer to a question, and does not do again what led to it", () => {
    const session = aSession()
      .prompted("Run the migration on staging")
      .ran("npm run migrate")
      .said("The migration has run. Shall I run it on production as well?");
    expect(stateOf(session)).toMatchObject({ task: { state: "waiting" }, userMessages: [{ isAnswered: true }] });
    const text = textOf(session);
    expect(text).toContain("Do not do it again; ask the question, and wait for the answer.");
    expect(text).toContain("### Open Questions\n- Shall I run it on production as well?");
  });

  it("counts the steps of a todo list only for the task that it was made for", () => {
    const before = listing(aSession().prompted("Move the site to another host"), ["Move", "completed"]).said("Moved.");
    const session = before.prompted("Now look at the broken links").read("a.md");
    expect(textOf(session)).toContain("\nTask: Now look at the broken links\n");
    expect(textOf(session)).toContain("### Done (do not do again)\n- [x] Move\n");
    expect(textOf(listing(session, ["Look", "completed"]))).toContain("links — Step 1 of 1 complete\n");
  });

  it("takes the told end of a task for its end", () => {
    const session = aSession().prompted("Build the release of the shop").ran("npm run build").bounded("task-end");
    expect(stateOf(session).task.state).toBe("finished");
  });
});

describe("what can be restored", () => {
  it("names a file once that three agents read, with who else has it", () => {
    const first = aSession()
      .prompted("Look at the database layer")
      .inThread("a", "explorer")
      .read("src/db.ts", { text: BODY });
    const session = first
      .inThread("b", "reviewer")
      .read("src/db.ts", { text: BODY })
      .inThread("c", "tester")
      .read("src/db.ts", { text: BODY });
    expect(stateOf(session).refs).toEqual([
      { ref: first.last, label: "Read src/db.ts", tokens: 360, why: "file", alsoBy: ["reviewer", "tester"] },
    ]);
    expect(textOf(session)).toContain(
      `- [ctx:${first.last}] Read src/db.ts (360 tokens, also read by reviewer, tester)`,
    );
  });

  it("tells what was pruned before, and leads back to it", () => {
    const read = aSession().prompted("Look at the database layer").read("src/db.ts", { text: BODY });
    const session = read.standing(read.last, "reference").wrote("src/db.ts", { text: "written" });
    const state = stateOf(session);
    expect(state.pruned).toEqual({ events: 1, tokens: 360 });
    expect(state.refs.map(({ ref }) => ref)).toContain(read.last);
    expect(textOf(session)).toContain("Pruned before: 1 event, 360 tokens");
  });
});

describe("the size of a checkpoint", () => {
  it("is at most a tenth of the window, whatever the session did", () => {
    fc.assert(
      fc.property(arbitrarySession, fc.constantFrom(6_000, 20_000, 200_000, null), (session, windowTokens) => {
        const state = saved(session, "Mind the cache.");
        if (state === null) return;
        const { text, tokens } = renderCheckpoint(state, "12.3", windowTokens, budget);
        expect(tokens).toBe(estimateTokens(text));
        expect(tokens).toBeLessThanOrEqual((windowTokens ?? 128_000) * budget.maxInjectionShare);
      }),
      { numRuns: 150 },
    );
  }, 30_000);

  it("keeps the last message and the open steps when files have no room, and says how many are left out", () => {
    let session = listing(aSession().prompted("Rename the modules of the shop"), ["Rename all", "pending"]);
    for (let file = 0; file < 90; file++) session = session.wrote(`/work/app/src/a/long/folder/module-${file}.ts`);
    const { text, leftOut } = renderCheckpoint(stateOf(session), "12.3", 6_000, budget);
    expect(text).toContain("> Rename the modules of the shop");
    expect(text).toContain("- [ ] Rename all");
    expect(leftOut).toBeGreaterThan(0);
    expect(text).toMatch(/- \d+ more in the saved state \(checkpoints\.get\)/);
  });

  it("cuts a message that would fill the text, and leads to the rest of it", () => {
    const session = aSession().prompted(`Read this log and fix it\n${"x".repeat(60_000)}`);
    const { text, tokens } = renderCheckpoint(stateOf(session.read("a.ts")), "12.3", 20_000, budget);
    expect(text).toContain("> Read this log and fix it\n> xxxx");
    expect(text).toContain(`> [ctx:${session.last}] has all 15007 tokens.`);
    expect(tokens).toBeLessThan(2_000);
  });
});

describe("the name of a checkpoint", () => {
  it("is read as it is written", () => {
    expect(readCheckpointName(checkpointName(12, 3))).toEqual({ session: 12, checkpoint: 3 });
    expect(readCheckpointName("#12")).toEqual({ session: 12, checkpoint: null });
    for (const text of ["", "0", "12.", "12.0", "a.b", "1.2.3", "-1"]) expect(readCheckpointName(text)).toBeNull();
  });
});
