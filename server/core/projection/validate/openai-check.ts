import { checkId, checkToolName, isJson, isText, type Json, type Note } from "./problem";

const MAX_ID = 40;

interface Walk {
  /** Role of the last message. */
  before: string | null;
  /** Calls of the last assistant message that wait for their result. */
  waiting: string[];
  readonly seenIds: Set<string>;
}

/** What the OpenAI Chat Completions API demands of a list of messages. */
export function checkOpenAi(messages: readonly unknown[], note: Note): void {
  const walk: Walk = { before: null, waiting: [], seenIds: new Set() };
  messages.forEach((message, index) => {
    const at = `[${index}]`;
    if (!isJson(message)) note(at, "shape", "A message is an object.");
    else if (message["role"] === "tool") checkTool(message, walk, at, note);
    else checkTalk(message, walk, at, note);
  });
  endCalls(walk, `[${messages.length - 1}]`, note);
}

function checkTool(message: Json, walk: Walk, at: string, note: Note): void {
  const id = message["tool_call_id"];
  if (!isText(message["content"])) note(`${at}.content`, "empty", "The result has no text.");
  if (!checkId(id, MAX_ID, `${at}.tool_call_id`, note)) return;
  if (!walk.waiting.includes(id)) note(at, "pairing", `The result ${id} answers no call right before.`);
  walk.waiting = walk.waiting.filter((waiting) => waiting !== id);
  walk.before = "tool";
}

function checkTalk(message: Json, walk: Walk, at: string, note: Note): void {
  endCalls(walk, at, note);
  const role = message["role"];
  if (role === "user") {
    if (!isText(message["content"])) note(`${at}.content`, "empty", "The message has no text.");
  } else if (role === "assistant") {
    checkAssistant(message, walk, at, note);
  } else {
    note(at, "role", `The role ${JSON.stringify(role)} is none of user, assistant and tool.`);
  }
  if (walk.before === null && role !== "user") note(at, "first", "The first message is not the user's.");
  if (walk.before === role) note(at, "alternation", `Two messages of the ${role} follow each other.`);
  walk.before = String(role);
}

function checkAssistant(message: Json, walk: Walk, at: string, note: Note): void {
  const { content, tool_calls: calls } = message;
  if (calls !== undefined && (!Array.isArray(calls) || calls.length === 0)) {
    note(`${at}.tool_calls`, "shape", "tool_calls is absent or a list that is not empty.");
  }
  if (content !== null && !isText(content)) note(`${at}.content`, "empty", "The message has text or null.");
  if (content === null && calls === undefined) note(at, "empty", "The message says nothing and calls nothing.");
  if (!Array.isArray(calls)) return;
  calls.forEach((call: unknown, index) => {
    checkCall(call, walk, `${at}.tool_calls[${index}]`, note);
  });
}

function checkCall(call: unknown, walk: Walk, at: string, note: Note): void {
  if (!isJson(call) || call["type"] !== "function" || !isJson(call["function"])) {
    note(at, "shape", "A call is an object of type function.");
    return;
  }
  const { id, function: called } = call;
  checkToolName(called["name"], `${at}.function.name`, note);
  if (!isJsonObjectText(called["arguments"])) {
    note(`${at}.function.arguments`, "arguments", "The arguments are not the text of a JSON object.");
  }
  if (!checkId(id, MAX_ID, `${at}.id`, note)) return;
  if (walk.seenIds.has(id)) note(at, "id", `The id ${id} is used by two calls.`);
  walk.seenIds.add(id);
  walk.waiting.push(id);
}

function isJsonObjectText(text: unknown): boolean {
  if (typeof text !== "string") return false;
  try {
    return isJson(JSON.parse(text));
  } catch {
    return false;
  }
}

function endCalls(walk: Walk, at: string, note: Note): void {
  if (walk.waiting.length > 0) note(at, "pairing", `Calls without a result: ${walk.waiting.join(", ")}.`);
  walk.waiting = [];
}
