import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { arrangedAnew } from "../failures/testing/arranged-anew";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { findDrafts } from "./find-drafts";

const NATIVE = "0b6f";

function drafts(session: SessionBuilder) {
  return findDrafts(session.build(), NATIVE);
}

/** A call of any tool with arguments as clients send them, and what it answered. */
function called(
  session: SessionBuilder,
  tool: string,
  toolClass: "ask" | "plan" | "other" | "write",
  args: unknown,
  text: string,
  more: object = {},
) {
  const params = typeof args === "string" ? args : JSON.stringify(args);
  return session.used({ tool, toolClass, params, text, ...more }, {});
}

const OPTIONS = [
  { label: "Outbox table", description: "No new service." },
  { label: "Redis", description: "A service to run." },
];

describe("answered questions", () => {
  it("give the chosen option as the decision and the others as alternatives", () => {
    const args = { questions: [{ question: "Which queue?", header: "Queue", options: OPTIONS }] };
    const found = drafts(
      called(
        aSession().prompted("Build it"),
        "AskUserQuestion",
        "ask",
        args,
        `User has answered your questions: "Which queue?"="Outbox table". You can now continue.`,
      ),
    );
    expect(found).toMatchObject([
      {
        source: "answered-question",
        title: "Queue: Outbox table",
        context: "Which queue?",
        decision: "Outbox table\n\nNo new service.",
        alternatives: [{ option: "Redis", detail: "A service to run.", whyNot: "" }],
        agent: "main",
        tags: ["queue"],
      },
    ]);
    expect(found[0]?.evidence.map((one) => one.ref)).toEqual(["tool_call-2", "tool_result-3"]);
    expect(found[0]?.sourceKey).toBe("claude-code:0b6f:tool_call-2");
  });

  it("are one draft each when several are asked at once, quotes in answers included", () => {
    const args = {
      questions: [
        { question: "First?", options: OPTIONS },
        { question: "Second?", options: [] },
      ],
    };
    const answer = `User has answered your questions: "First?"="Redis", "Second?"="call it "v2", please". You can now continue.`;
    const found = drafts(called(aSession(), "AskUserQuestion", "ask", args, answer));
    expect(found.map((draft) => [draft.title, draft.sourceKey.at(-1)])).toEqual([
      ["First: Redis", "1"],
      ['Second: call it "v2", please', "2"],
    ]);
  });

  it.each(["Choice", "question 1", "Next step"])("are named by the question when the header is %s", (header) => {
    const question = "The admin page is new. Who may open it?";
    const args = { questions: [{ question, header, options: [] }] };
    const [draft] = drafts(called(aSession(), "AskUserQuestion", "ask", args, `"${question}"="Admins only"`));
    expect(draft).toMatchObject({ title: "Who may open it: Admins only", context: question, tags: [] });
  });

  it("say nothing twice when a description repeats its label", () => {
    const options = [
      { label: "Admins only", description: "Admins only." },
      { label: "In one migration", description: "in one  migration" },
    ];
    const args = { questions: [{ question: "Who?", header: "Access", options }] };
    const [draft] = drafts(called(aSession(), "AskUserQuestion", "ask", args, `"Who?"="Admins only"`));
    expect(draft?.decision).toBe("Admins only");
    expect(draft?.alternatives).toEqual([{ option: "In one migration", detail: "", whyNot: "" }]);
  });

  it("leave the answer to a description that begins with it", () => {
    const options = [{ label: "Admins only", description: "Admins only for now; members later." }];
    const args = { questions: [{ question: "Who?", header: "Access", options }] };
    const [draft] = drafts(called(aSession(), "AskUserQuestion", "ask", args, `"Who?"="Admins only"`));
    expect(draft?.decision).toBe("Admins only for now; members later.");
  });

  it("keep every option as not taken when the person answers in their own words", () => {
    const args = { questions: [{ question: "Which queue?", header: "Queue", options: OPTIONS }] };
    const [draft] = drafts(called(aSession(), "AskUserQuestion", "ask", args, `"Which queue?"="none, write to disk"`));
    expect(draft?.alternatives.map((one) => one.whyNot)).toEqual(
      Array(2).fill("The person answered in words of their own."),
    );
  });

  it.each([
    [
      "Codex",
      "request_user_input",
      { questions: [{ id: "q1", question: "Which queue?", options: OPTIONS }] },
      '{"answers":{"q1":{"answers":["Redis"]}}}',
    ],
    [
      "Gemini CLI",
      "ask_user",
      { questions: [{ question: "Which queue?", options: OPTIONS }] },
      '{"answers":{"0":"Redis"}}',
    ],
    [
      "Copilot CLI",
      "ask_user",
      { question: "Which queue?", choices: ["Outbox table", "Redis"] },
      "User selected: Redis",
    ],
    [
      "Cline",
      "ask_followup_question",
      { question: "Which queue?", options: ["Outbox table", "Redis"] },
      "<answer>\nRedis\n</answer>",
    ],
  ])("are read in the form of %s", (_client, tool, args, answer) => {
    const [draft] = drafts(called(aSession(), tool, "ask", args, answer));
    expect(draft?.title).toBe("Which queue: Redis");
    expect(draft?.alternatives.map((one) => one.option)).toEqual(["Outbox table"]);
  });

  it("are none when they were refused, dismissed or could not be asked", () => {
    const args = { questions: [{ question: "Which queue?", options: OPTIONS }] };
    const params = JSON.stringify(args);
    const ask = { tool: "AskUserQuestion", toolClass: "ask", params, text: "User dismissed the question" } as const;
    expect(drafts(aSession().used(ask, {}))).toEqual([]);
    expect(drafts(aSession().used({ ...ask, text: "no" }, { outcome: "refused" }))).toEqual([]);
    expect(drafts(aSession().used({ ...ask, text: "InputValidationError" }, { outcome: "error" }))).toEqual([]);
    expect(drafts(aSession().used(ask, { result: false }))).toEqual([]);
  });

  it("are none on a branch that the person rewound", () => {
    const asked = called(
      aSession().prompted("a").prompted("b"),
      "AskUserQuestion",
      "ask",
      { question: "Which queue?" },
      "Redis",
    );
    expect(drafts(asked)).toHaveLength(1);
    expect(drafts(asked.rewound(2))).toEqual([]);
  });
});

const PLAN =
  "# Plan: Move webhooks to an outbox\n\n## Context\nRetries send twice.\n\n## Approach\nAn outbox table in `src/outbox.ts`.\n\n## Alternatives\n- **Redis**: another service\n";

describe("approved plans", () => {
  it("are drafts with context, approach, alternatives and paths", () => {
    const found = drafts(
      called(
        aSession(),
        "ExitPlanMode",
        "plan",
        { plan: PLAN },
        "User has approved your plan. You can now start coding.",
      ),
    );
    expect(found).toMatchObject([
      {
        source: "approved-plan",
        title: "Move webhooks to an outbox",
        context: "Retries send twice.",
        decision: "An outbox table in `src/outbox.ts`.",
        alternatives: [{ option: "Redis", whyNot: "another service" }],
        affectedPaths: ["src/outbox.ts"],
      },
    ]);
  });

  it("stand as the person edited them", () => {
    const [draft] = drafts(
      called(
        aSession(),
        "ExitPlanMode",
        "plan",
        { plan: PLAN },
        "User has approved your plan.\n\n## Approved Plan (edited by user):\n# Plan: Use SQS",
      ),
    );
    expect(draft?.title).toBe("Use SQS");
  });

  it("are none when the plan was refused", () => {
    const refused = aSession().used(
      {
        tool: "ExitPlanMode",
        toolClass: "plan",
        params: JSON.stringify({ plan: PLAN }),
        text: "The user doesn't want to proceed",
      },
      { outcome: "refused" },
    );
    expect(drafts(refused)).toEqual([]);
  });

  it("are found in Codex, where the next prompt approves them", () => {
    const proposed = aSession().said(`Here it is.\n<proposed_plan>\n${PLAN}\n</proposed_plan>`);
    expect(drafts(proposed.prompted("Implement the plan."))).toMatchObject([{ title: "Move webhooks to an outbox" }]);
    expect(drafts(proposed.prompted("No, use SQS."))).toEqual([]);
    expect(drafts(proposed)).toEqual([]);
  });

  it("are none for a todo list that calls itself a plan", () => {
    const todo = aSession().used(
      {
        tool: "update_plan",
        toolClass: "todo",
        params: '{"plan":[{"step":"a","status":"pending"}]}',
        text: "Plan updated",
      },
      {},
    );
    expect(drafts(todo)).toEqual([]);
  });
});

describe("recorded and written decisions", () => {
  it("are read from a tool that records them, and not from one that looks them up", () => {
    const args = {
      action: "record",
      file_path: "src/auth.ts",
      rationale: "Shorter sessions leak less.",
      risk_level: "Medium",
      alternatives_considered: ["JWT"],
      decision: "Sliding window of 15 minutes",
    };
    expect(drafts(called(aSession(), "decision-trace", "other", args, "ok"))).toMatchObject([
      {
        source: "recorded-decision",
        title: "Sliding window of 15 minutes",
        reasoning: "Shorter sessions leak less.",
        risk: "medium",
        affectedPaths: ["src/auth.ts"],
        alternatives: [{ option: "JWT" }],
      },
    ]);
    expect(drafts(called(aSession(), "decision-trace", "other", { ...args, action: "query" }, "[]"))).toEqual([]);
    expect(drafts(called(aSession(), "mcp__memory__list_decisions", "other", { decision: "x" }, "[]"))).toEqual([]);
  });

  const LOG =
    "## Decision Log\n### [DEC-001] Use Zustand instead of Redux (Session 3)\n- **Date**: 2026-03-20\n- **Context**: Choosing state management\n- **Decision**: Use Zustand\n- **Reasoning**: Smaller bundle\n- **Alternatives Considered**: Redux Toolkit, Jotai, Context API\n- **Impact**: All components\n- **Reversible**: Yes (medium effort)\n";

  it("are read from an entry of a decision log, in an answer or in a file", () => {
    const expected = {
      title: "Use Zustand instead of Redux",
      decision: "Use Zustand",
      reasoning: "Smaller bundle",
      reversible: "Yes (medium effort)",
    };
    const [written] = drafts(aSession().said(LOG));
    expect(written).toMatchObject({ ...expected, source: "written-decision" });
    expect(written?.alternatives.map((one) => one.option)).toEqual(["Redux Toolkit", "Jotai", "Context API"]);
    const file = called(aSession(), "Write", "write", { content: LOG }, "written", {
      target: "docs/decisions.md",
      mutates: true,
    });
    expect(drafts(file)).toMatchObject([{ ...expected, source: "recorded-decision" }]);
  });

  it("keeps what stands behind names of its own apart, in lines or in one", () => {
    const said = [
      "Decision: Use Zustand. Reasoning: it is smaller. Alternatives considered: Redux Toolkit, Jotai.",
      "**Decision:** Use Zustand.\n**Reasoning:** it is smaller.\n- **Alternatives considered**: Redux Toolkit, Jotai",
    ];
    for (const text of said) {
      expect(drafts(aSession().said(text))).toMatchObject([
        {
          title: "Use Zustand",
          decision: "Use Zustand.",
          reasoning: "it is smaller.",
          alternatives: [{ option: "Redux Toolkit" }, { option: "Jotai" }],
        },
      ]);
    }
    const [plain] = drafts(aSession().said("Decision: Keep it, and say why: nobody asked."));
    expect(plain).toMatchObject({ decision: "Keep it, and say why: nobody asked.", reasoning: "" });
  });

  it("are read from lines that begin with the word, and from nothing else", () => {
    expect(
      drafts(aSession().said("Done.\n\n**Decision:** Keep the JSON columns.\nThey cost nothing.\n\nNext I test.")),
    ).toMatchObject([{ title: "Keep the JSON columns", decision: "Keep the JSON columns.\nThey cost nothing." }]);
    expect(drafts(aSession().said("This was a hard decision: I waited."))).toEqual([]);
    expect(drafts(aSession().said("```\nDecision: inside of code it is an example\n```"))).toEqual([]);
    expect(drafts(aSession().said("Decision: which one should we take?"))).toEqual([]);
    expect(drafts(aSession().prompted("Decision: prompts are not the agent's record"))).toEqual([]);
  });

  it("count once when they are told twice", () => {
    expect(
      drafts(aSession().said("Decision: Keep the JSON columns.").said("Decision: Keep the JSON columns.")),
    ).toHaveLength(1);
  });
});

describe("findDrafts", () => {
  it("does not depend on the order of arrival, and never gives one source key twice", () => {
    const session = called(
      aSession().prompted("a"),
      "AskUserQuestion",
      "ask",
      {
        questions: [
          { question: "First?", options: OPTIONS },
          { question: "Second?", options: OPTIONS },
        ],
      },
      `"First?"="Redis", "Second?"="Outbox table"`,
    )
      .said("Decision: Keep the JSON columns.\n\nDecision: Drop the XML columns.")
      .planned(JSON.stringify({ plan: PLAN }))
      .build();
    const expected = findDrafts(session, NATIVE);
    expect(new Set(expected.map((draft) => draft.sourceKey)).size).toBe(expected.length);
    fc.assert(
      fc.property(arrangedAnew(session), (shuffled) => {
        expect(findDrafts(shuffled, NATIVE)).toEqual(expected);
      }),
    );
  });

  it("survives any text in any place", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.json(), (text, json) => {
        const session = called(
          called(aSession(), "AskUserQuestion", "ask", json, text),
          "record_decision",
          "other",
          json,
          text,
        )
          .said(text)
          .planned(json);
        expect(() => drafts(session)).not.toThrow();
      }),
    );
  });
});
