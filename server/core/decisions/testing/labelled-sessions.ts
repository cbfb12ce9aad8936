import { aSession, type SessionBuilder } from "../../prune/testing/session-builder";
import type { DraftSource } from "../draft";

/** Small sessions with the decisions that a careful reader finds in them, and look-alikes in which there are none. */
export interface LabelledSession {
  readonly name: string;
  readonly session: SessionBuilder;
  /** Every decision of the session, by its source and words that its draft must say. */
  readonly decisions: readonly { readonly source: DraftSource; readonly says: string }[];
}

function called(
  session: SessionBuilder,
  tool: string,
  toolClass: "ask" | "plan" | "other",
  args: object,
  text: string,
) {
  return session.used({ tool, toolClass, params: JSON.stringify(args), text }, {});
}

const ask = (session: SessionBuilder, question: string, labels: readonly string[], answer: string) =>
  called(
    session,
    "AskUserQuestion",
    "ask",
    { questions: [{ question, header: "", options: labels.map((label) => ({ label })) }] },
    `User has answered your questions: "${question}"="${answer}". You can now continue.`,
  );

const plan = (session: SessionBuilder, text: string, answer: string) =>
  called(session, "ExitPlanMode", "plan", { plan: text }, answer);

const PLAN = "# Plan: Outbox for webhooks\n\n## Approach\nWrite rows in the same transaction.\n\n1. Table\n2. Worker\n";
const answered = (says: string) => ({ source: "answered-question", says }) as const;
const approved = (says: string) => ({ source: "approved-plan", says }) as const;

export const LABELLED_SESSIONS: readonly LabelledSession[] = [
  {
    name: "a question of the ask tool, answered by an option",
    session: ask(aSession().prompted("Add a queue"), "Which queue?", ["Outbox", "Redis"], "Outbox").edited("src/a.ts"),
    decisions: [answered("Outbox")],
  },
  {
    name: "two questions, one answered in words of one's own",
    session: ask(
      ask(aSession().prompted("Store money"), "Which type?", ["Float", "Decimal"], "integer cents, please"),
      "Which rounding?",
      ["Half up", "Half even"],
      "Half even",
    ),
    decisions: [answered("integer cents"), answered("Half even")],
  },
  {
    name: "questions that were dismissed or refused",
    session: called(
      called(
        aSession().prompted("Go"),
        "AskUserQuestion",
        "ask",
        { question: "Which queue?" },
        "User dismissed the question",
      ),
      "ask_user",
      "ask",
      { question: "Which cache?" },
      "User declined to answer questions",
    ),
    decisions: [],
  },
  {
    name: "an approved plan, after one that was sent back",
    session: plan(
      plan(aSession().prompted("Plan it"), "# Plan: Redis\n\n1. Install\n2. Use", "Plan rejected. Keep planning."),
      PLAN,
      "User has approved your plan. You can now start coding.",
    ),
    decisions: [approved("Outbox for webhooks")],
  },
  {
    name: "a plan that was declined",
    session: aSession()
      .prompted("Plan it")
      .used(
        {
          tool: "ExitPlanMode",
          toolClass: "plan",
          params: JSON.stringify({ plan: PLAN }),
          text: "The user doesn't want to proceed with this tool use.",
        },
        { outcome: "refused" },
      ),
    decisions: [],
  },
  {
    name: "a proposal in tags, approved by the next prompt",
    session: aSession()
      .prompted("Plan it")
      .said(`<proposed_plan>\n${PLAN}</proposed_plan>`)
      .prompted("Implement the plan."),
    decisions: [approved("Outbox for webhooks")],
  },
  {
    name: "a proposal in tags, turned down",
    session: aSession()
      .prompted("Plan it")
      .said(`<proposed_plan>\n${PLAN}</proposed_plan>`)
      .prompted("No, too big. Think again."),
    decisions: [],
  },
  {
    name: "options in plain talk, chosen by letter",
    session: aSession()
      .prompted("How do we store summaries?")
      .said(
        "Two ways:\n\n**A) In the metadata file**\n- simple\n\n**B) In a file of their own**\n- cleaner\n\nWhich do you prefer?",
      )
      .prompted("I think B) is fine, but keep it small")
      .edited("src/a.ts"),
    decisions: [answered("In a file of their own")],
  },
  {
    name: "options in a table, chosen by letter and a full stop",
    session: aSession()
      .prompted("When do we summarise?")
      .said(
        "| Option | When |\n|---|---|\n| **A. At commit** | once |\n| **B. On demand** | lazily |\n\nWhich timing do you want?",
      )
      .prompted("A."),
    decisions: [answered("At commit")],
  },
  {
    name: "a list above the question, chosen by number, after another list about something else",
    session: aSession()
      .prompted("Go on")
      .said(
        "Done:\n1. Types\n2. Tests\n\nTwo ways to run it:\n\n1. **One process** - simple\n2. **Two processes** - isolated\n\nWhich approach?",
      )
      .prompted("2"),
    decisions: [answered("Two processes")],
  },
  {
    name: "X or Y, answered by its words",
    session: aSession()
      .prompted("Persist the jobs")
      .said("Both work. Should we use Postgres or Redis for the job queue?")
      .prompted("Postgres, we run it anyway"),
    decisions: [answered("Postgres")],
  },
  {
    name: "options in plain talk, answered in words of one's own",
    session: aSession()
      .prompted("Fix the summaries")
      .said(
        "Options:\n1. **Keep the first** - cheap\n2. **Write it anew** - costs a call\n\nWhich approach do you prefer?",
      )
      .prompted("let's keep all of them, keyed by session"),
    decisions: [answered("keyed by session")],
  },
  {
    name: "options in plain talk, and a reply about something else",
    session: aSession()
      .prompted("Fix the summaries")
      .said(
        "Options:\n1. **Keep the first** - cheap\n2. **Write it anew** - costs a call\n\nWhich approach do you prefer?",
      )
      .prompted("wait, which file is that in?")
      .said("`summary.ts`. Options:\n1. Keep it\n2. Drop it\n\nWhich one?")
      .prompted("/clear"),
    decisions: [],
  },
  {
    name: "a plan in plain talk, approved as it is",
    session: aSession().prompted("Plan the move").said(`${PLAN}\nShall I start?`).prompted("Looks good, go ahead."),
    decisions: [approved("Outbox for webhooks")],
  },
  {
    name: "a plan in plain talk, approved with a reservation",
    session: aSession()
      .prompted("Plan the move")
      .said(`${PLAN}\nShall I start?`)
      .prompted("Looks good, but first tell me about step 2"),
    decisions: [],
  },
  {
    name: "rhetorical and closing questions",
    session: aSession()
      .prompted("Fix the test")
      .said("Why did it fail? Because the mock was old. It passes now. Anything else?")
      .prompted("No, thanks")
      .said("Fixed. Shall I continue with the next one?")
      .prompted("yes")
      .said("Shall I commit or leave it?")
      .prompted("not sure yet, what do you think?"),
    decisions: [],
  },
  {
    name: "maybes, and an answer that asks back",
    session: aSession()
      .prompted("Ideas for the cache?")
      .said("Maybe we could use Redis. We might decide later.\n\n1. Redis\n2. In memory\n\nWhich one?")
      .prompted("is Redis hard to run?")
      .said("Not very. Redis or in memory?")
      .prompted("either is fine, you decide"),
    decisions: [],
  },
  {
    name: "logs and documents that quote decisions",
    session: aSession()
      .prompted("Show me the log")
      .ran("cat build.log", { text: "Decision: use cache\n[DEC-001] not ours\nWhich queue? A or B" })
      .read("docs/decisions.md", { text: "### [DEC-009] Use Kafka\n- **Decision**: Kafka" })
      .said("The log says:\n\n```\nDecision: use cache for everything\n```\n\n> Decision: drop the queue entirely"),
    decisions: [],
  },
  {
    name: "a decision that the agent wrote down as one",
    session: aSession()
      .prompted("Settle it")
      .said("Done.\n\n**Decision:** Keep the JSON columns as they are.\n\nNext I test."),
    decisions: [{ source: "written-decision", says: "Keep the JSON columns" }],
  },
  {
    name: "a tool that records, and one that only looks",
    session: called(
      called(
        aSession().prompted("Record it"),
        "record_decision",
        "other",
        { decision: "Sliding sessions of 15 minutes", rationale: "They leak less." },
        "ok",
      ),
      "list_decisions",
      "other",
      { decision: "sessions" },
      "[]",
    ),
    decisions: [{ source: "recorded-decision", says: "Sliding sessions" }],
  },
];
