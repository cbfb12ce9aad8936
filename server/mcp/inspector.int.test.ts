import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { TOOL_CALLS, type ToolCall } from "./testing/calls";
import { anMcpWorld, indexFiles, type McpWorld, recordSome } from "./testing/mcp-world";

const run = promisify(execFile);
const require = createRequire(import.meta.url);
/** What `npx @modelcontextprotocol/inspector --cli` starts, and the program that this starts in turn. */
const LAUNCHER = require.resolve("@modelcontextprotocol/inspector/cli/build/cli.js");
const INSPECTOR = require.resolve("@modelcontextprotocol/inspector/cli/build/index.js");
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
async function inspect(program: readonly string[], ...args: string[]): Promise<unknown> {
  const server = [world.url, "--transport", "http", "--header", `Authorization: Bearer ${key}`];
  const { stdout } = await run(process.execPath, [...program, ...server, ...args], { maxBuffer: 10_000_000 });
  return JSON.parse(stdout.slice(stdout.indexOf("{")));
}

const asPeopleDo = (...args: string[]) => inspect([LAUNCHER, "--cli"], ...args);

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
    const names = tools.parse(await asPeopleDo("--method", "tools/list")).tools.map(({ name }) => name);
    expect(names.sort()).toEqual(Object.keys(TOOL_CALLS).sort());
    const [resources, templates, prompts] = await Promise.all([
      inspect([INSPECTOR], "--method", "resources/list"),
      inspect([INSPECTOR], "--method", "resources/templates/list"),
      inspect([INSPECTOR], "--method", "prompts/list"),
    ]);
    expect(resources).toMatchObject({
      resources: [{ name: "decisions" }, { name: "constraints" }, { name: "handoff" }],
    });
    expect(templates).toMatchObject({ resourceTemplates: [{ name: "decision" }] });
    expect(prompts).toMatchObject({ prompts: [{ name: "session_start" }, { name: "session_end" }] });
  });

  // The program without its launcher: half the processes, and several at a time.
  it.concurrent.each(Object.entries(TOOL_CALLS))("calls %s", { timeout: A_CALL_MS }, async (name, tool) => {
    const printed = await inspect([INSPECTOR], "--method", "tools/call", "--tool-name", name, ...argumentsOf(tool));
    const { content, isError } = Answer.parse(printed);
    expect(content.map(({ text }) => text).join("\n")).toMatch(tool.says);
    expect(isError).toBe(false);
  });

  it("reads a resource and gets a prompt", { timeout: A_CALL_MS }, async () => {
    const [decision, prompt] = await Promise.all([
      asPeopleDo("--method", "resources/read", "--uri", "steward://decisions/DEC-001"),
      asPeopleDo("--method", "prompts/get", "--prompt-name", "session_start", "--prompt-args", "task=Round"),
    ]);
    expect(decision).toMatchObject({ contents: [{ text: expect.stringContaining("Superseded by DEC-002") }] });
    expect(prompt).toMatchObject({ messages: [{ content: { text: expect.stringContaining("Context Steward:") } }] });
  });
});
