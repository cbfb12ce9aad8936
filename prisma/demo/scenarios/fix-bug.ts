import { grepOutput, pageText, testOutput } from "../repository";
import type { Scenario } from "../scenario";
import type { SessionWriter } from "../session-writer";

/** A bug is searched, reproduced by a test, fixed after retries, and reviewed by a sub-agent that reads it all again. */
export const fixBug: Scenario = {
  titles: [
    [
      "Fix duplicate invoice webhooks",
      "src/webhooks/deliver.ts",
      "Invoices are sent twice when the provider retries. Find out why, fix it, and add a test.",
    ],
    [
      "Refund posts twice on timeout",
      "src/refunds/handler.ts",
      "A refund was posted twice after a timeout. Reproduce it in a test first, then fix it.",
    ],
    [
      "Usage window loses its last minute",
      "src/usage/meter.ts",
      "The last minute of each usage window is missing from invoices. Fix it and keep the old windows as they are.",
    ],
    [
      "Tax rate cached across regions",
      "src/tax/providers.ts",
      "Customers in Portugal got the Spanish rate. Find the cache that mixes regions.",
    ],
  ],
  play(writer, { path, task }) {
    const { random } = writer;
    const test = path.replace("src/", "tests/").replace(".ts", ".test.ts");
    const word = path.split("/")[1] ?? "event";
    writer.prompt(task).think("Look for the entry point first, then reproduce.").grep(word, grepOutput(word, random));
    writer.read(path).read("src/http/routes.ts").read("src/db/client.ts");
    if (random.chance(0.6))
      writer.web("https://docs.example.com/webhooks", pageText("Receiving events", random.between(12, 30)));
    reproduce(writer, test);
    writer.say("The event id is stored after the call, so a retry in between passes the check. I will store it first.");
    writer.edit(path, "  if (await db.event.seen(eventId)) return null;");
    retryUntilGreen(writer, path, test);
    if (random.chance(0.75)) review(writer, path);
    writer.run("npx tsc --noEmit", "");
    writer.run(
      `git commit -am "Store the event id before the call"`,
      `[${writer.branch} 4be21c7] Store the event id before the call\n 2 files changed, 41 insertions(+), 6 deletions(-)`,
    );
    writer.say("Fixed: the id is stored before the call, in the same transaction. A test sends the event twice.");
    writer
      .prompt("Good. Also check the refund path, it has the same handler.")
      .read("src/refunds/handler.ts")
      .read(path);
    writer.say("The refund path stores its id first already. Nothing to change there.");
  },
};

function reproduce(writer: SessionWriter, test: string): void {
  writer.write(
    test,
    `it("keeps the second event out", async () => {\n  await send(event);\n  await send(event);\n  expect(await count()).toBe(1);\n});\n`,
  );
  writer.run(`npm test -- ${test}`, testOutput(test, 1, 6, writer.random), 1);
}

function retryUntilGreen(writer: SessionWriter, path: string, test: string): void {
  for (let left = writer.random.between(1, 5); left > 0; left--) {
    writer.run(`npm test -- ${test}`, testOutput(test, left, 6, writer.random), 1);
    writer.read(path).edit(path, `  await tx.event.insert({ id: eventId }); // attempt ${left}`);
  }
  writer.run(`npm test -- ${test}`, testOutput(test, 0, 8, writer.random));
}

function review(writer: SessionWriter, path: string): void {
  writer.skill("code-review");
  writer.delegate(
    "code-reviewer",
    `Review the change in ${path}`,
    "No blocker. One remark: name the unique index.",
    (agent) => {
      agent.read(path).read("src/db/client.ts").grep("insert", grepOutput("event", agent.random)).read(path);
      if (agent.random.chance(0.7)) agent.read("src/config.ts").read(path).read("src/config.ts");
      agent.say("The insert and the call share a transaction. The index that makes it safe has no name of its own.");
    },
  );
}
