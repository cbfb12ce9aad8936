import { describe, expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { groupFailures } from "./group-failures";
import { type FailureCandidate, type FailureQuestion, similarFailures } from "./similar";

const NOTHING: FailureQuestion = { text: "", command: "", error: "", path: "" };

/** A failure as the registry keeps it, from the run that it was found in. */
function failed(number: number, command: string, text: string, more: Partial<FailureCandidate> = {}): FailureCandidate {
  const [failure] = groupFailures(aSession().ran(command, { exit: 1, text }).build());
  if (!failure) throw new Error(`${command} did not fail`);
  return {
    number,
    fingerprints: [failure.fingerprint],
    texts: [failure.title, command, failure.errorLine],
    paths: [],
    ...more,
  };
}

const REGISTRY: readonly FailureCandidate[] = [
  failed(1, "npm test -- webhooks", "Error: connect ECONNREFUSED 127.0.0.1:6379"),
  failed(2, "npm test", "AssertionError: expected 402 to be 200"),
  failed(3, "npm run build", "Error: connect ECONNREFUSED 127.0.0.1:6379"),
  failed(4, "docker build .", "ERROR: failed to solve: node:20-alpine: pull access denied"),
  {
    number: 5,
    fingerprints: ["Sharding by month ▸ Sharding by month"],
    texts: ["Sharding invoices by month", "one table a month", "Queries over years got slow."],
    paths: ["src/invoices/partition.ts"],
  },
];
const ask = (question: Partial<FailureQuestion>, limit = 5) =>
  similarFailures({ ...NOTHING, ...question }, REGISTRY, limit);
const first = (question: Partial<FailureQuestion>) => ask(question)[0];

describe("failures that are like a question", () => {
  it("are first the same command with the same cause, whatever changes between runs", () => {
    const question = {
      command: "cd /work && npm test -- webhooks | tail -5",
      error: "Error: connect ECONNREFUSED 10.0.0.3:6380",
    };
    expect(first(question)).toMatchObject({ number: 1, by: expect.arrayContaining(["fingerprint"]) });
    expect(first(question)?.score).toBe(1);
  });

  it("are then the same cause of another command, then the same command with another cause", () => {
    const question = { command: "npm test", error: "Error: connect ECONNREFUSED 127.0.0.1:5432" };
    expect(ask(question).map(({ number }) => number)).toEqual([1, 3, 2]);
    expect(ask(question).map(({ by }) => by[0])).toEqual(["fingerprint", "cause", "command"]);
  });

  it("are found by text that is a command or an error", () => {
    expect(first({ text: "npm run build" })).toMatchObject({ number: 3, by: expect.arrayContaining(["command"]) });
    const pulled = { text: "ERROR: failed to solve: node:20-alpine: pull access denied" };
    expect(first(pulled)).toMatchObject({ number: 4, by: expect.arrayContaining(["cause"]) });
  });

  it("are found by words, also misspelt, and say which", () => {
    expect(first({ text: "shard the invoices table by month" })).toMatchObject({ number: 5, by: ["words"] });
    expect(first({ text: "shardng invocies" })).toMatchObject({ number: 5, by: ["words"] });
    expect(first({ text: "sharding invoices" })?.words).toEqual(expect.arrayContaining(["sharding", "invoices"]));
  });

  it("are found by path, a folder above it, or a path from another root", () => {
    for (const path of ["src/invoices/partition.ts", "src/invoices", "/home/ann/app/src/invoices/partition.ts"]) {
      expect(first({ path })).toMatchObject({ number: 5, by: expect.arrayContaining(["path"]) });
    }
    expect(ask({ path: "src/other" })).toEqual([]);
  });

  it("are none for what nobody tried, and never more than was asked for", () => {
    expect(ask({ text: "rename the logo" })).toEqual([]);
    expect(ask({ command: "npm test", error: "Error: connect ECONNREFUSED 127.0.0.1:5432" }, 2)).toHaveLength(2);
  });
});
