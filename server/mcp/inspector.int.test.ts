import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { TOOL_CALLS, type ToolCall } from "./testing/calls";
import { anMcpWorld, indexFiles, type McpWorld, recordSome } from "./testing/mcp-world";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
/** What `npx @modelcontextprotocol/inspector` starts. */
const INSPECTOR = require.resolve("@modelcontextprotocol/inspector/cli/build/cli.js");
const A_CALL_MS = 60_000;

let world: McpWorld;
let key: string;

beforeAll(async () => {
  world = await anMcpWorld();
  await indexFiles(world, 20);
  await recordSome(world);
  key = await world.key();
});
afterAll(() => world.close());

/** What the inspector prints, as data; it ends with 1 and a sentence for errors of the protocol. */
async function inspect(...args: string[]): Promise<unknown> {
  const server = [world.url, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const { stdout } = await run(process.execPath, [INSPECTOR, "--cli", ...server, ...args], { maxBuffer: 10_000_000 });
  return JSON.parse(stdout.slice(stdout.indexOf("{")));
}

function argumentsOf({ args }: ToolCall): string[] {
  const pairs = Object.entries(args).map(([name, value]) => {
    return `${name}=${typeof value === "string" ? value : JSON.stringify(value)}`;
  });
  return pairs.flatMap((pair) => ["--tool-arg", pair]);
}

const Answer = z.object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().default(false) });

describe("the inspector's command line", () => {
  it("lists every tool, resource, template and prompt", { timeout: A_CALL_MS }, async () => {
    const tools = z.object({ tools: z.array(z.object({ name: z.string() })) });
    const names = tools.parse(await inspect("--method", "tools/list")).tools.map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(TOOL_CALLS).sort());
    const [resources, templates, prompts] = await Promise.all([
      inspect("--method", "resources/list"),
      inspect("--method", "resources/templates/list"),
      inspect("--method", "prompts/list"),
    ]);
    expect(resources).toMatchObject({
      resources: [{ name: "decisions" }, { name: "constraints" }, { name: "handoff" }],
    });
    expect(templates).toMatchObject({ resourceTemplates: [{ name: "decision" }] });
    expect(prompts).toMatchObject({ prompts: [{ name: "session_start" }, { name: "session_end" }] });
  });

  // Each call starts two processes, so several run at a time.
  it.concurrent.each(Object.entries(TOOL_CALLS))("calls %s", { timeout: A_CALL_MS }, async (name, tool) => {
    const printed = await inspect("--method", "tools/call", "--tool-name", name, ...argumentsOf(tool));
    const { content, isError } = Answer.parse(printed);
    expect(content.map(({ text }) => text).join("\n")).toMatch(tool.says);
    expect(isError).toBe(false);
  });

  it("reads a resource and gets a prompt", { timeout: A_CALL_MS }, async () => {
    const [decision, prompt] = await Promise.all([
      inspect("--method", "resources/read", "--uri", "steward://decisions/DEC-001"),
      inspect("--method", "prompts/get", "--prompt-name", "session_start", "--prompt-args", "task=Round"),
    ]);
    expect(decision).toMatchObject({ contents: [{ text: expect.stringContaining("Superseded by DEC-002") }] });
    expect(prompt).toMatchObject({ messages: [{ content: { text: expect.stringContaining("Context Steward:") } }] });
  });
});
