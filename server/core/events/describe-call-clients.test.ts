import { describe, expect, it } from "vitest";
import { type CallFacts, describeCall } from "./describe-call";
import type { Client } from "./kinds";

/** Tools that only some clients have, or that mean something of their own there. */
const CALLS: [Client, string, Record<string, unknown>, Partial<CallFacts>][] = [
  ["gemini-cli", "replace", { file_path: "/app/a.py", old_string: "a" }, { toolClass: "edit", mutates: true }],
  ["gemini-cli", "activate_skill", { name: "review" }, { toolClass: "skill", skill: "review" }],
  ["copilot-cli", "view", { path: "/app/a.ts", view_range: [3, 9] }, { range: { firstLine: 3, lastLine: 9 } }],
  ["copilot-cli", "create", { path: "/app/a.ts", file_text: "x" }, { toolClass: "write", mutates: true }],
  ["copilot-cli", "sql", { description: "Add todos", query: "INSERT" }, { toolClass: "todo", target: "Add todos" }],
  ["copilot-cli", "store_memory", { subject: "tabs", fact: "x" }, { toolClass: "memory" }],
  ["copilot-cli", "report_intent", { intent: "Looking" }, { toolClass: "other" }],
  ["cursor", "run_terminal_command_v2", { command: "npm test" }, { toolClass: "test" }],
  ["cursor", "read_file_v2", { target_file: "src/a.ts" }, { toolClass: "source_read", target: "src/a.ts" }],
  ["cline", "list_code_definition_names", { path: "src" }, { toolClass: "search", target: "src" }],
  ["cline", "use_subagents", { prompt_1: "Look" }, { toolClass: "agent" }],
  ["roo", "switch_mode", { mode_slug: "code" }, { toolClass: "other" }],
  ["openhands", "file_editor", { command: "view", path: "/app/a.ts" }, { toolClass: "source_read", mutates: false }],
  ["openhands", "file_editor", { command: "str_replace", path: "/app/a.ts" }, { toolClass: "edit", mutates: true }],
  ["openhands", "execute_ipython_cell", { code: "print(1)" }, { toolClass: "shell", command: null }],
];

describe("the tools of a client", () => {
  it.each(CALLS)("%s %s %j", (client, tool, args, facts) => {
    expect(describeCall(client, tool, JSON.stringify(args))).toMatchObject(facts);
  });
});
