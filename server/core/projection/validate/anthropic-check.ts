import { checkId, checkToolName, isJson, isText, type Json, type Note } from "./problem";

const MAX_ID = 64;
const THINKING = new Set(["thinking", "redacted_thinking"]);

/** What the Anthropic Messages API demands of a list of messages. */
export function checkAnthropic(messages: readonly unknown[], note: Note): void {
  const seenIds = new Set<string>();
  let before: { role: string; calls: readonly string[] } | null = null;
  messages.forEach((message, index) => {
    const at = `[${index}]`;
    if (!isJson(message) || !Array.isArray(message["content"])) {
      note(at, "shape", "A message is an object with a list of content blocks.");
      return;
    }
    const role = checkRole(message["role"], before?.role ?? null, at, note);
    const content: readonly unknown[] = message["content"];
    if (content.length === 0) note(at, "empty", "The message has no content.");
    const found = readBlocks(content, role, at, note);
    for (const id of found.calls) {
      if (seenIds.has(id)) note(at, "id", `The id ${id} is used by two calls.`);
      seenIds.add(id);
    }
    checkPairs(before?.calls ?? [], found.results, at, note);
    before = { role, calls: found.calls };
  });
  const open = (before as { calls: readonly string[] } | null)?.calls ?? []; // the closure above assigns it
  if (open.length > 0) note(`[${messages.length - 1}]`, "pairing", `Calls without a result: ${open.join(", ")}.`);
}

function checkRole(role: unknown, before: string | null, at: string, note: Note): string {
  if (role !== "user" && role !== "assistant") {
    note(at, "role", `The role ${JSON.stringify(role)} is neither user nor assistant.`);
    return "";
  }
  if (before === null && role !== "user") note(at, "first", "The first message is not the user's.");
  if (before === role) note(at, "alternation", `Two messages of the ${role} follow each other.`);
  return role;
}

interface Found {
  readonly calls: string[];
  readonly results: string[];
  hasText: boolean;
}

function readBlocks(content: readonly unknown[], role: string, at: string, note: Note): Found {
  const found: Found = { calls: [], results: [], hasText: false };
  content.forEach((block, index) => {
    const place = `${at}.content[${index}]`;
    if (isJson(block)) readBlock(block, role, found, place, note);
    else note(place, "shape", "A content block is an object.");
  });
  return found;
}

function readBlock(block: Json, role: string, found: Found, at: string, note: Note): void {
  const { type } = block;
  if (type === "text") readText(block, found, at, note);
  else if (type === "tool_use") readCall(block, role, found, at, note);
  else if (type === "tool_result") readResult(block, role, found, at, note);
  else if (typeof type === "string" && THINKING.has(type)) note(at, "thinking", "Thinking is not byte-identical here.");
  else note(at, "shape", `The block type ${JSON.stringify(type)} is unknown.`);
}

function readText(block: Json, found: Found, at: string, note: Note): void {
  found.hasText = true;
  checkText(block, at, note);
  if (found.calls.length > 0) note(at, "order", "Text stands behind a call of the same message.");
}

function readCall(block: Json, role: string, found: Found, at: string, note: Note): void {
  if (role !== "assistant") note(at, "role", "Only the assistant calls tools.");
  if (checkCall(block, at, note)) found.calls.push(String(block["id"]));
}

function readResult(block: Json, role: string, found: Found, at: string, note: Note): void {
  if (role !== "user") note(at, "role", "Results belong to a message of the user.");
  if (found.hasText) note(at, "order", "A result stands behind text; results come first.");
  if (checkResult(block, at, note)) found.results.push(String(block["tool_use_id"]));
}

function checkText(block: Json, at: string, note: Note): void {
  if (!isText(block["text"])) note(at, "empty", "The text block holds nothing but white space.");
}

function checkCall(block: Json, at: string, note: Note): boolean {
  checkToolName(block["name"], `${at}.name`, note);
  if (!isJson(block["input"])) note(`${at}.input`, "arguments", "The input is not an object.");
  return checkId(block["id"], MAX_ID, `${at}.id`, note);
}

function checkResult(block: Json, at: string, note: Note): boolean {
  const { content } = block;
  if (typeof block["is_error"] !== "boolean") note(`${at}.is_error`, "shape", "is_error is not a boolean.");
  if (!Array.isArray(content) || content.length === 0) {
    note(`${at}.content`, "empty", "The result has no content.");
  } else {
    content.forEach((inner: unknown, index) => {
      const place = `${at}.content[${index}]`;
      if (isJson(inner) && inner["type"] === "text") checkText(inner, place, note);
      else note(place, "shape", "A result holds text blocks.");
    });
  }
  return checkId(block["tool_use_id"], MAX_ID, `${at}.tool_use_id`, note);
}

function checkPairs(calls: readonly string[], results: readonly string[], at: string, note: Note): void {
  const missing = calls.filter((id) => !results.includes(id));
  const orphans = results.filter((id) => !calls.includes(id));
  if (missing.length > 0) note(at, "pairing", `No result for the calls right before: ${missing.join(", ")}.`);
  if (orphans.length > 0) note(at, "pairing", `Results without a call right before: ${orphans.join(", ")}.`);
  if (new Set(results).size < results.length) note(at, "pairing", "A call has two results.");
}
