import { grepOutput, SOURCE_FILES, testOutput } from "../repository";
import type { Scenario } from "../scenario";

/** A review of a pull request: many files, read by the main agent and again by reviewers; skills loaded and unused. */
export const review: Scenario = {
  titles: [
    ["Review PR 512: proration", "src/proration/calculate.ts", "Review PR 512. Be strict about money and time zones."],
    ["Review PR 530: PDF totals", "src/invoices/pdf.ts", "Review PR 530. Check that totals add up for every currency."],
    [
      "Explore tax provider options",
      "src/tax/providers.ts",
      "Compare the three tax providers we could use. No code yet.",
    ],
  ],
  play(writer, { path, task }) {
    const { random } = writer;
    writer.prompt(task).run(
      "git diff main --stat",
      SOURCE_FILES.slice(0, 6)
        .map(({ path: file }) => ` ${file} | ${random.between(4, 90)} +++--`)
        .join("\n"),
    );
    writer.skill("code-review");
    if (random.chance(0.6)) writer.skill("frontend-design");
    for (const file of SOURCE_FILES.slice(0, random.between(3, 7))) writer.read(file.path);
    writer.delegate("code-reviewer", `Review ${path} for rounding`, "Two places round before the sum.", (agent) => {
      for (let round = 0; round < agent.random.between(2, 4); round++)
        agent.read(path).grep("round", grepOutput("round", agent.random));
      agent.read("src/ledger/money.ts").say("Round after the sum, once.");
    });
    writer.delegate(
      "test-runner",
      "Run the whole suite and report failures",
      "One failure, on the first of the month.",
      (agent) => {
        for (let run = agent.random.between(1, 4); run >= 0; run--)
          agent.run("npm test", testOutput("tests/all.test.ts", run, 64, agent.random), run > 0 ? 1 : 0);
      },
    );
    if (random.chance(0.5)) writer.skill("code-review");
    writer
      .read(path)
      .say("Two findings: rounding before the sum, and a date built in local time. Both are in the comments.");
  },
};
