import { functionNameOf, grepOutput, testOutput } from "../repository";
import type { Scenario } from "../scenario";
import type { SessionWriter } from "../session-writer";

const CHOICES: readonly [Choice, ...Choice[]] = [
  { question: "Where should old rows be converted?", options: ["In one migration", "Lazily on read"] },
  { question: "How should amounts be rounded?", options: ["Half to even, after the sum", "Half up, per line"] },
  { question: "What happens to an event that was seen before?", options: ["Answer 200 and do nothing", "Answer 409"] },
  { question: "Who may start a backfill?", options: ["Admins only", "Every member", "Only the nightly job"] },
];

interface Choice {
  readonly question: string;
  readonly options: readonly [string, ...string[]];
}

/** Some days end with a container that does not start, and somebody else finds it tomorrow. */
function leaveBroken(writer: SessionWriter): void {
  const log = Array.from(
    { length: 40 },
    (_, at) => `billing-db-1  | ${at} waiting for the server to accept connections`,
  );
  const output = [...log, "Error: container billing-db-1 exited (1): port 5432 is already allocated"].join("\n");
  writer.run("docker compose up -d --wait", output, 1);
  writer.say("The database container does not start here: its port is taken. Everything else is done.");
}

/** A feature: a question is answered, a plan approved, an explorer looks around, the work is done in steps. */
export const feature: Scenario = {
  titles: [
    [
      "Migrate ledger to bigint cents",
      "src/ledger/post.ts",
      "Move the ledger's amounts to bigint cents. No float may be left.",
    ],
    [
      "Dunning e-mail schedule",
      "src/dunning/schedule.ts",
      "Send reminders after 3, 7 and 14 days. A paid invoice stops them.",
    ],
    [
      "Proration for plan changes",
      "src/proration/calculate.ts",
      "When a plan changes within a period, charge each part by days.",
    ],
    ["Usage metering backfill", "src/usage/meter.ts", "Backfill the usage readings of October from the raw events."],
  ],
  play(writer, { path, task }) {
    const { random } = writer;
    const test = path.replace("src/", "tests/").replace(".ts", ".test.ts");
    writer.prompt(task).read(path).read("src/ledger/money.ts").read("src/config.ts");
    writer.delegate(
      "explorer",
      `Find every caller of ${functionNameOf(path, 0)}`,
      `Seven callers; three of them in src/invoices/emit.ts.`,
      (agent) => {
        agent.grep(functionNameOf(path, 0), grepOutput(functionNameOf(path, 0), agent.random));
        agent.read("src/invoices/emit.ts").read("src/refunds/handler.ts").read("src/invoices/emit.ts");
        agent.say("Seven callers in four files.");
      },
    );
    const choice = random.pick(CHOICES);
    writer.ask(choice.question, choice.options, random.pick(choice.options));
    writer.approvePlan(
      `# ${task}

1. Add the new column to ${path}\n2. Convert the callers\n3. Remove the old column after a week`,
    );
    const steps = ["Add the column", "Convert the callers", "Update the tests", "Write the migration note"] as const;
    writer.todo(steps.map((step, index) => [step, index === 0 ? "in_progress" : "pending"]));
    if (random.chance(0.7)) writer.skill("postgres-migrations");
    for (const [index] of steps.entries()) {
      writer.edit(path, `  const cents = BigInt(row.amount); // step ${index + 1}`);
      if (random.chance(0.5)) writer.read(path);
      const failing = random.chance(0.4) ? random.between(1, 3) : 0;
      writer.run(`npm test -- ${test}`, testOutput(test, failing, 12, random), failing > 0 ? 1 : 0);
      if (failing > 0)
        writer
          .read(path)
          .edit(path, `  const cents = BigInt(Math.round(row.amount)); // step ${index + 1}`)
          .run(`npm test -- ${test}`, testOutput(test, 0, 12, random));
      writer.todo(
        steps.map((step, at) => [step, at <= index ? "completed" : at === index + 1 ? "in_progress" : "pending"]),
      );
    }
    if (random.chance(0.5)) writer.skill("test-writer").run("npm test", testOutput("tests/all.test.ts", 0, 64, random));
    if (random.chance(0.3))
      writer
        .compact(`The work on ${path} so far: column added, callers converted, tests pass. Open: the migration note.`)
        .read(path);
    writer.say("All steps are done. The old column can go after a week without readers.");
    if (random.chance(0.2)) leaveBroken(writer);
  },
};
