import type { Client } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { SMALLEST_WINDOW_TOKENS } from "../core/budget/injection";
import { estimateTokens } from "../core/events/tokens";
import { anMcpWorld, type McpWorld, recordSome } from "./testing/mcp-world";

let world: McpWorld;
let agent: Client;
let stranger: Client;

const LIMIT_TOKENS = SMALLEST_WINDOW_TOKENS / 10;

beforeAll(async () => {
  world = await anMcpWorld();
  await recordSome(world);
  agent = await world.connect(await world.key());
  stranger = await world.connect(world.strangerKey);
});
afterAll(() => world.close());

async function read(uri: string, client = agent): Promise<string> {
  const { contents } = await client.readResource({ uri });
  const [content] = contents;
  expect(content).toMatchObject({ uri, mimeType: "text/markdown" });
  return content && "text" in content ? content.text : "";
}

async function prompt(name: string, args: Record<string, string> = {}): Promise<string> {
  const { messages } = await agent.getPrompt({ name, arguments: args });
  const [message] = messages;
  expect(message?.role).toBe("user");
  return message?.content.type === "text" ? message.content.text : "";
}

describe("what is listed", () => {
  it("takes less than 2,500 tokens of a window, all descriptions together", async () => {
    const listed = await Promise.all([
      agent.listTools(),
      agent.listPrompts(),
      agent.listResources(),
      agent.listResourceTemplates(),
    ]);
    const tokens = listed.map((answer) => estimateTokens(JSON.stringify(answer)));
    const told = estimateTokens(agent.getInstructions() ?? "");
    console.info(`MCP descriptions: ${tokens.join(" + ")} tokens, instructions ${told}`);
    expect(tokens.reduce((sum, one) => sum + one, told)).toBeLessThan(2_500);
  });

  it("names the resources, the template and the prompts", async () => {
    const { resources } = await agent.listResources();
    expect(resources.map(({ uri }) => uri)).toEqual([
      "steward://decisions",
      "steward://constraints",
      "steward://handoff",
    ]);
    const { resourceTemplates } = await agent.listResourceTemplates();
    expect(resourceTemplates).toMatchObject([{ uriTemplate: "steward://decisions/{ref}" }]);
    const { prompts } = await agent.listPrompts();
    expect(prompts.map(({ name }) => name)).toEqual(["session_start", "session_end"]);
  });

  it("is nothing for a key that may only upload", async () => {
    const uploads = await world.connect(await world.key(["ingest"]));
    expect((await uploads.listResources()).resources).toEqual([]);
    expect((await uploads.listResourceTemplates()).resourceTemplates).toEqual([]);
    expect((await uploads.listPrompts()).prompts).toEqual([]);
    await expect(uploads.readResource({ uri: "steward://decisions" })).rejects.toThrow(/this needs read/);
  });
});

describe("a resource", () => {
  it("of decisions begins with those that no longer hold", async () => {
    expect(await read("steward://decisions")).toMatch(
      /^# Decisions\n\n## Look First\n\n- DEC-001: Superseded by DEC-002 on .+ Follow that one\.\n\n## In Force\n\n- DEC-002 \(accepted\): JWT expires in 1h\n {2}Because: Tokens leak\.\n$/,
    );
  });

  it("of one decision has its notice at the top, and is found in either case", async () => {
    expect(await read("steward://decisions/DEC-001")).toMatch(/^> \*\*Superseded by DEC-002 on /);
    expect(await read("steward://decisions/dec-002")).toMatch(/^## DEC-002: JWT expires in 1h/);
  });

  it("of the constraints tells what is in force", async () => {
    expect(await read("steward://constraints")).toMatch(
      /^# Constraints\n.*- CON-001: Never edit dist\. Holds for: dist/s,
    );
  });

  it("of the handoff is the note that waits, with what was replaced since", async () => {
    const { owner, place } = world;
    expect(await read("steward://handoff")).toMatch(/^HND-001 \(open\): .+\n\n## Session Handoff Note/);
    const named = { title: "Next", markdown: "## Session Handoff Note\n\nKeep DEC-001 in mind.\n" };
    await owner.handoffs.create({ ...place, session: null, ...named });
    expect(await read("steward://handoff")).toMatch(/^> \*\*DEC-001: Superseded by DEC-002/);
  });

  it("stays within a tenth of the smallest window, and offers the rest", async () => {
    const { owner, place } = world;
    const long = "because of the harbour and its gates ".repeat(10);
    for (let at = 0; at < 60; at++) {
      const decision = { title: `Long decision ${at}`, decision: long, reasoning: long };
      await owner.decisions.record({ ...place, decision, status: "accepted" });
      await owner.constraints.record({ ...place, rule: { title: `Long rule ${at}`, text: long.repeat(5) } });
    }
    const most = "A sentence that is told.\n".repeat(799);
    const huge = { title: "Huge", context: most, decision: most, reasoning: most };
    const { number } = await owner.decisions.record({ ...place, decision: huge, status: "accepted" });
    const decisions = await read("steward://decisions");
    expect(decisions).toContain("Look First");
    for (const uri of ["steward://decisions", "steward://constraints", `steward://decisions/DEC-0${number}`]) {
      const text = await read(uri);
      expect(estimateTokens(text)).toBeLessThanOrEqual(LIMIT_TOKENS);
    }
    expect(await read("steward://constraints")).toContain("## By Reference");
  });

  it.each([
    ["steward://decisions/DEC-999", /There is no decision DEC-999 here/],
    ["steward://decisions/DEC-99999999999", /There is no decision/],
    ["steward://decisions/..%2f..%2fetc", /There is no decision/],
    ["steward://decisions/DEC-001/versions", /There is no resource/],
    ["file:///etc/passwd", /There is no resource .+ Ask resources\/list\./],
  ])("%s that is not there is an error in a sentence", async (uri, says) => {
    await expect(agent.readResource({ uri })).rejects.toThrow(says);
  });

  it("of another team is never seen", async () => {
    expect(await read("steward://decisions", stranger)).toBe("# Decisions\n\nNothing is decided yet.\n");
    expect(await read("steward://constraints", stranger)).toBe("# Constraints\n\nNo constraint is in force.\n");
    expect(await read("steward://handoff", stranger)).toBe("No handoff note waits.\n");
    await expect(stranger.readResource({ uri: "steward://decisions/DEC-001" })).rejects.toThrow(/There is no decision/);
  });
});

describe("a prompt", () => {
  it("of the start tells what a session begins with, for its task", async () => {
    const text = await prompt("session_start", { task: "Round credits", branch: "fix/round" });
    expect(text).toMatch(/^Context Steward: \d+ files indexed/);
    expect(text).toContain("CON-001: Never edit dist");
  });

  it("of the end asks for the tool, tells how the session stands, and writes nothing", async () => {
    const before = await world.uploader.count("checkpoint");
    const text = await prompt("session_end", { note: "Mind the cache" });
    expect(text).toContain('call the tool session_end with {"session":1,"note":"Mind the cache"}');
    expect(text).toMatch(/S-1 now:\n\nThe window is/);
    expect(await world.uploader.count("checkpoint")).toBe(before);
    await expect(prompt("session_end", { session: "S-99" })).rejects.toThrow(/There is no session 99 here/);
    await expect(prompt("session_end", { session: "last" })).rejects.toThrow(
      /Give the number of a session, such as 12/,
    );
  });

  it("that is not there is an error in a sentence", async () => {
    await expect(prompt("frobnicate")).rejects.toThrow(/There is no prompt frobnicate\. Ask prompts\/list\./);
  });
});
