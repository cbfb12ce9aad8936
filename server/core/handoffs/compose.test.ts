import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrangedAnew } from "../failures/testing/arranged-anew";
import { aSession } from "../prune/testing/session-builder";
import { writeHandoff } from "./markdown";
import { completenessOf } from "./note-sections";
import { handoffPrompt } from "./prompt";
import { compose, note, started, todo } from "./testing/composing";

describe("the current task", () => {
  it("is the last prompt that asks for something", () => {
    expect(note(started.said("ok").prompted("yes, please").prompted("continue")).currentTask).toBe(
      "Implement user authentication with JWT tokens.",
    );
    expect(note(started.prompted("Now add rate limiting to the login.")).currentTask).toBe(
      "Now add rate limiting to the login.",
    );
  });

  it("stays what was asked while people answer, remark, and ask on the way", () => {
    const session = started
      .said("Shall I keep the sessions in Redis or in Postgres?")
      .prompted("in Postgres, beside the users")
      .edited("/repo/src/auth.ts")
      .prompted("The tests still fail with the same error as before.")
      .edited("/repo/src/auth.ts")
      .prompted("why did you change the lock file as well?")
      .said("The new package needs it.")
      .prompted("yes, looks good, please go on with it");
    expect(note(session).currentTask).toBe("Implement user authentication with JWT tokens.");
  });

  it("is a question when it led to changes, or when nothing else was asked", () => {
    const why = "Why does the login fail behind a proxy?";
    expect(note(started.prompted(why).edited("/repo/src/proxy.ts")).currentTask).toBe(why);
    expect(note(aSession().prompted(why).said("It loses the host.").prompted("ok")).currentTask).toBe(why);
  });

  it("is the first thing asked behind the end of a task, where the client told it", () => {
    const session = started
      .bounded("task-end")
      .prompted("Write the guide for operators, with backups.")
      .prompted("Rename the section on restoring in that guide.");
    expect(note(session).currentTask).toBe("Write the guide for operators, with backups.");
    expect(note(started.bounded("task-end").prompted("thanks, all good")).currentTask).toBe(
      "Implement user authentication with JWT tokens.",
    );
  });

  it("is what the person wrote, without what the client wrapped around it", () => {
    const wrapped = aSession().prompted("<system-reminder>be brief</system-reminder>Write the guide for keys.");
    expect(note(wrapped).currentTask).toBe("Write the guide for keys.");
  });
});

describe("progress", () => {
  const DONE = [
    { text: "Login endpoint", state: "done" },
    { text: "Token refresh", state: "in_progress" },
    { text: "Middleware", state: "open" },
  ];
  it.each([
    [
      "TodoWrite",
      {
        todos: [
          { content: "Login endpoint", status: "completed" },
          { content: "Token refresh", status: "in_progress" },
          { content: "Middleware", status: "pending" },
        ],
      },
    ],
    [
      "update_plan",
      {
        plan: [
          { step: "Login endpoint", status: "completed" },
          { step: "Token refresh", status: "in_progress" },
          { step: "Middleware", status: "pending" },
        ],
      },
    ],
    [
      "write_todos",
      {
        todos: [
          { description: "Login endpoint", status: "completed" },
          { description: "Token refresh", status: "in_progress" },
          { description: "Middleware", status: "pending" },
        ],
      },
    ],
    ["update_todo_list", { todos: "[x] Login endpoint\n[-] Token refresh\n[ ] Middleware" }],
  ])("is the last list of %s", (tool, args) => {
    const first = todo(started, "TodoWrite", { todos: [{ content: "Old", status: "pending" }] });
    const composed = note(todo(first, tool, args));
    expect(composed.progress).toEqual(DONE);
    expect(composed.nextSteps).toEqual(["Token refresh", "Middleware"]);
  });

  it("follows single tasks that are created and updated by id", () => {
    let session = todo(
      started,
      "TaskCreate",
      { subject: "Login endpoint" },
      "Task #1 created successfully: Login endpoint",
    );
    session = todo(session, "TaskCreate", { subject: "Middleware" }, "Task #2 created successfully: Middleware");
    session = todo(session, "TaskCreate", { subject: "Dropped" }, "Task #3 created successfully: Dropped");
    session = todo(todo(session, "TaskUpdate", { taskId: "1", status: "completed" }), "TaskUpdate", {
      taskId: "3",
      status: "deleted",
    });
    expect(note(session).progress).toEqual([
      { text: "Login endpoint", state: "done" },
      { text: "Middleware", state: "open" },
    ]);
  });
});

describe("files, checks and commits", () => {
  it("count what really changed, with paths inside the checkout", () => {
    const session = started
      .wrote("/repo/src/a.ts", { text: "File created successfully at: /repo/src/a.ts" })
      .edited("/repo/src/a.ts")
      .edited("/repo/src/a.ts")
      .edited("/etc/hosts")
      .edited("/repo/src/b.ts", { outcome: "refused" })
      .edited("/repo/src/c.ts", { outcome: "error" });
    expect(note(session).filesModified).toEqual([
      { path: "src/a.ts", edits: 2, writes: 1, isNew: true },
      { path: "/etc/hosts", edits: 1, writes: 0, isNew: false },
    ]);
  });

  it("leave out what was made and removed again, put back by git, or put aside for a moment", () => {
    const made = { text: "File created successfully at: /repo/try.py" };
    const session = started
      .wrote("/repo/try.py", made)
      .wrote("/repo/kept.py", made)
      .edited("/repo/a.ts")
      .edited("/repo/b.ts")
      .ran("cd /repo && rm -f try.py other*.py")
      .ran("git checkout -- a.ts")
      .used(
        {
          tool: "Bash",
          toolClass: "write",
          target: "/tmp/x.py",
          mutates: true,
          command: "cat > /tmp/x.py",
          params: "x",
          text: "",
        },
        { exit: 0 },
      );
    expect(note(session).filesModified.map(({ path }) => path)).toEqual(["kept.py", "b.ts"]);
    expect(note(session.ran("rm b.ts")).filesModified.map(({ path }) => path)).toEqual(["kept.py", "b.ts"]);
  });

  it("tell the last state of each check, and that files changed behind it", () => {
    const tested = started
      .edited("/repo/src/a.ts")
      .ran("npx tsc --noEmit")
      .ran("npm test", { exit: 1, text: "Error: boom" });
    expect(note(tested).checks.map(({ check, passed }) => [check, passed])).toEqual([
      ["typecheck", true],
      ["test", false],
    ]);
    expect(note(tested).completeness.find((one) => one.section === "checks")?.state).toBe("filled");
    const stale = note(tested.edited("/repo/src/b.ts")).completeness.find((one) => one.section === "checks");
    expect(stale).toMatchObject({ state: "missing", reason: "Files changed after the last check." });
  });

  it("list commits with hash and branch as git printed them", () => {
    const session = started
      .ran(`git commit -m "feat: login"`, { text: "[feat/login 3f91520] feat: login\n 2 files changed" })
      .ran(`git add -A && git commit -q -m "chore: tidy"`, { text: "" })
      .ran("git log --grep commit", { text: "[x 1234567] no commit" });
    expect(note(session)).toMatchObject({
      branch: "feat/auth",
      commits: [
        { hash: "3f91520", message: "feat: login", branch: "feat/login" },
        { hash: null, message: "chore: tidy" },
      ],
    });
    expect(writeHandoff(note(session))).toContain("- 3f91520 feat: login (on feat/login)\n- chore: tidy\n");
  });

  it("name no branch beside a commit on the session's own", () => {
    const session = started.ran("git commit -m a", { text: "[feat/auth 3f91520] a" });
    expect(note(session).commits).toEqual([{ hash: "3f91520", message: "a" }]);
  });

  it("leave open what still fails, and not what passed later, was looked for or was a slip of a tool", () => {
    const session = started
      .ran("npm test", { exit: 1, text: "Error: boom" })
      .ran("npm run build", { exit: 1, text: "Error: bad" })
      .ran("npm run build")
      .edited("/repo/a.ts", { outcome: "error", text: "String to replace not found" });
    expect(note(session).remainingFailures.map((one) => one.text)).toEqual(["npm test: Error: boom"]);
  });
});

describe("decisions and questions", () => {
  const ask = {
    tool: "AskUserQuestion",
    toolClass: "ask",
    params: JSON.stringify({
      question: "Which hash?",
      header: "Hash",
      options: [{ label: "bcrypt" }, { label: "argon2", description: "Slower to build." }],
    }),
  } as const;

  it("carry the decision, what was not taken, and the numbers of their records", () => {
    const composed = note(started.used({ ...ask, text: '"Which hash?"="bcrypt"' }, {}));
    expect(composed.keyDecisions).toEqual([{ text: "Hash: bcrypt", ref: "DEC-015" }]);
    expect(composed.rejectedAlternatives).toEqual([{ text: "argon2", why: "Slower to build.", ref: "DEC-015" }]);
    expect(composed.openQuestions).toEqual([]);
  });

  it("are open when nobody answered, by tool or in the last message", () => {
    expect(note(started.used({ ...ask, text: "no" }, { outcome: "refused" })).openQuestions).toEqual(["Which hash?"]);
    const asked = started.said("The login works.\n\nShould we limit the rate of logins?");
    expect(note(asked).openQuestions).toEqual(["Should we limit the rate of logins?"]);
    expect(note(asked.prompted("Yes, to five a minute.")).openQuestions).toEqual([]);
  });

  it("take next steps from the last message when there is no todo list", () => {
    const session = started.said("Done.\n\n**Next steps:**\n1. Rotate refresh tokens\n2. Write tests");
    expect(note(session).nextSteps).toEqual(["Rotate refresh tokens", "Write tests"]);
  });
});

describe("completeness", () => {
  it("says which sections are missing and why", () => {
    const composed = note(started);
    expect(completenessOf(composed)).toEqual({ told: 8, of: 10 });
    expect(composed.completeness.filter((one) => one.state === "missing").map((one) => one.reason)).toEqual([
      "The session kept no todo list.",
      "There is no open todo, and the last message lists no next step.",
    ]);
  });

  it("gives no note for a session that did nothing", () => {
    expect(compose(aSession().said("Hello."))).toBeNull();
  });
});

describe("the Markdown form", () => {
  it("is the published one, to the letter", () => {
    const base = note(started);
    const text = writeHandoff({
      ...base,
      from: { session: 12, at: "2026-03-20 14:30", client: "claude-code", agent: "main" },
      progress: [
        { text: "Login API endpoint", state: "done" },
        { text: "Token refresh mechanism", state: "open" },
      ],
      keyDecisions: [{ text: "Using bcrypt for password hashing", ref: "DEC-015" }],
      openQuestions: ["Should we implement rate limiting on login?"],
      filesModified: [{ path: "src/utils/jwt.ts", edits: 0, writes: 1, isNew: true }],
      nextSteps: ["Implement refresh token rotation", "Write integration tests for auth flow"],
      branch: null,
    });
    expect(text).toBe(`## Session Handoff Note
**From**: Session #12 (2026-03-20 14:30)
**To**: Next session
### Current Task
Implement user authentication with JWT tokens.
### Progress
- [x] Login API endpoint
- [ ] Token refresh mechanism
### Key Decisions
- Using bcrypt for password hashing (DEC-015)
### Open Questions
- Should we implement rate limiting on login?
### Files Modified
- src/utils/jwt.ts (new file)
### Next Steps
1. Implement refresh token rotation
2. Write integration tests for auth flow
`);
  });

  it("tells the start of the session in the project's own time", () => {
    expect(note(started).from.at).toBe("2026-03-20 14:30");
  });

  it("becomes a prompt that holds the whole note", () => {
    const markdown = writeHandoff(note(started));
    expect(handoffPrompt(markdown, [])).toContain(markdown.trim());
    expect(handoffPrompt(markdown, [])).not.toContain("Since it was written");
    expect(handoffPrompt(markdown, [{ ref: "DEC-003", notice: "Deprecated." }])).toContain("- DEC-003: Deprecated.\n");
  });
});

describe("composing", () => {
  it("does not depend on the order of arrival", () => {
    const session = todo(started.edited("/repo/a.ts"), "TodoWrite", { todos: [{ content: "x", status: "pending" }] })
      .ran("npm test", { exit: 1, text: "Error: boom" })
      .inThread("t1", "tester")
      .edited("/repo/b.ts")
      .inThread("main")
      .said("Which one?")
      .build();
    const expected = compose(session);
    fc.assert(
      fc.property(arrangedAnew(session), (shuffled) => {
        expect(compose(shuffled)).toEqual(expected);
      }),
    );
  });
});
