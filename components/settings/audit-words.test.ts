import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { auditDetail, auditWords } from "./audit-words";

const SERVER = path.resolve(import.meta.dirname, "../../server");

it("has words for every action that the server writes down", () => {
  // Runs are noted by the repository itself, inside its transaction.
  const folders = ["services", "db/runs"].map((folder) => path.join(SERVER, folder));
  const sources = folders.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"))
      .map((file) => readFileSync(path.join(folder, file), "utf8"))
      .filter((text) => /recordAudit|noteUndo|action:/.test(text)),
  );
  const rooms = "team|demo|project|key|invite|member|policy|prune|failure|decision|handoff";
  const actions = sources.flatMap(
    (text) => text.match(new RegExp(`(?<=(?<!field: )")(?:${rooms})\\.[a-z_-]+(?=")`, "g")) ?? [],
  );
  expect(actions.length).toBeGreaterThan(30);
  expect([...new Set(actions)].filter((action) => auditWords(action) === action)).toEqual([]);
});

it("shows an action of a newer version as it is stored", () => {
  expect(auditWords("robot.built")).toBe("robot.built");
});

it("tells what changed in words and leaves out ids", () => {
  const id = "01a22b55-2351-707f-8fb0-53194d5b0374";
  expect(
    auditDetail([
      { name: "link", value: id },
      { name: "days", value: "7" },
    ]),
  ).toBe("for 7 days");
  expect(
    auditDetail([
      { name: "title", value: "One schema for all" },
      { name: "version", value: "2" },
    ]),
  ).toBe("One schema for all · version 2");
  expect(auditDetail([{ name: "to", value: "next-session" }])).toBe("to the next session");
  expect(
    auditDetail([
      { name: "policy", value: "0" },
      { name: "question", value: '{"passes":[]}' },
      { name: "requests", value: "14" },
    ]),
  ).toBe("policy v0 · at request 14");
});
