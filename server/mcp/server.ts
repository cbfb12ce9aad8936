import { type CallToolResult, ProtocolError, ProtocolErrorCode, Server } from "@modelcontextprotocol/server";
import { can, type Right } from "../core/access/rights";
import type { ProjectScope } from "../core/access/scope";
import type { Fault, Result } from "../core/result";
import type { Deps } from "../services/deps";
import { ACKNOWLEDGE_TOOL } from "./acknowledge-tool";
import { faultAnswer } from "./answers";
import { COMMAND_TOOLS } from "./command-tools";
import { HISTORY_TOOL } from "./history-tool";
import type { KeyPrincipal } from "./project-of-key";
import { PROMPTS } from "./prompts";
import { DECISION_TEMPLATE, MARKDOWN, RESOURCES, readResource, resourceAt } from "./resources";
import { mayUse, SESSION_TOOLS } from "./session-tools";
import type { KeyWorld } from "./tool";

const TOOLS = [...SESSION_TOOLS, ...COMMAND_TOOLS, ACKNOWLEDGE_TOOL, HISTORY_TOOL];

const INSTRUCTIONS =
  "What this project decided, tried and did. session is the number in S-12; without it, tools take your last one. refs name events: ctx:a1. context <command> in an answer is the tool of that name.";

export interface Served {
  readonly deps: Deps;
  readonly principal: KeyPrincipal;
  readonly project: Result<ProjectScope>;
  /** The product's. */
  readonly version: string;
  /** Logs an error that nobody expected, and gives the sentence that may be told. */
  readonly conceal: (error: unknown, path: string) => string;
}

/**
 * The server that answers one request: which tools there are depends on the key, so nothing is kept between requests.
 * The SDK's high-level class registers tools for everybody; this one lists what the key may do.
 */
export function serverFor(served: Served): Server {
  const { project, version } = served;
  const capabilities = { tools: {}, resources: {}, prompts: {} };
  const instructions = project.ok ? INSTRUCTIONS : `${project.fault.message} ${INSTRUCTIONS}`;
  const server = new Server(
    { name: "context-steward", title: "Context Steward", version },
    { capabilities, instructions },
  );
  const seen = (rights: readonly Right[]) => rights.some((right) => mayKnow(served, right));
  server.setRequestHandler("tools/list", () => ({
    tools: TOOLS.filter(({ rights }) => seen(rights)).map(({ listed }) => listed),
  }));
  server.setRequestHandler("tools/call", ({ params }) => callTool(served, params.name, params.arguments ?? {}));
  server.setRequestHandler("resources/list", () => ({
    resources: RESOURCES.filter(({ right }) => seen([right])).map(({ listed }) => listed),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: seen(["decision:read"]) ? [DECISION_TEMPLATE] : [],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const resource = resourceAt(uri);
    if (!resource) throw unknown(`There is no resource ${uri.slice(0, 200)}. Ask resources/list.`);
    const text = await ask(served, `resources/read ${uri}`, resource.right, (world) => readResource(world, resource));
    return { contents: [{ uri, mimeType: MARKDOWN, text }] };
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: PROMPTS.filter(({ right }) => seen([right])).map(({ listed }) => listed),
  }));
  server.setRequestHandler("prompts/get", async ({ params: { name, arguments: args = {} } }) => {
    const prompt = PROMPTS.find(({ listed }) => listed.name === name);
    if (!prompt) throw unknown(`There is no prompt ${name.slice(0, 200)}. Ask prompts/list.`);
    const text = await ask(served, `prompts/get ${name}`, prompt.right, (world) => prompt.write(world, args));
    return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
  return server;
}

/** Without a project the role there is not known, so the key's own scopes decide. */
function mayKnow({ principal, project }: Served, right: Right): boolean {
  return can({ role: project.ok ? project.value.role : "owner", keyScopes: principal.scopes }, right);
}

async function callTool(served: Served, name: string, args: Record<string, unknown>): Promise<CallToolResult> {
  const tool = TOOLS.find(({ listed }) => listed.name === name);
  if (!tool) throw unknown(`There is no tool ${name.slice(0, 200)}. Ask tools/list.`);
  const { project } = served;
  if (!project.ok) return faultAnswer(project.fault);
  try {
    const answer = await tool.run({ ...served, scope: project.value }, args);
    return answer.ok ? answer.value : faultAnswer(answer.fault);
  } catch (error) {
    return faultAnswer({ code: "unavailable", message: served.conceal(error, `tools/call ${name}`) });
  }
}

/** For what has no place for a refusal in its answer: the refusal is the error of the request. */
async function ask(
  served: Served,
  path: string,
  right: Right,
  read: (world: KeyWorld) => Promise<Result<string>>,
): Promise<string> {
  const { project } = served;
  if (!project.ok) throw refused(project.fault);
  const world = { ...served, scope: project.value };
  const allowed = mayUse(world, right);
  if (!allowed.ok) throw refused(allowed.fault);
  const text = await read(world).catch((error: unknown) => {
    throw new ProtocolError(ProtocolErrorCode.InternalError, served.conceal(error, path));
  });
  if (!text.ok) throw refused(text.fault);
  return text.value;
}

function refused({ code, message, field }: Fault): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code, ...(field !== undefined && { field }) });
}

function unknown(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { code: "not_found" });
}
