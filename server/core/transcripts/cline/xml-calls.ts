/** A piece of an answer in the text style. */
export type Piece =
  | { kind: "assistant_message" | "thinking"; text: string }
  | { kind: "call"; tool: string; args: Record<string, string> };

/** Tools that Cline, Roo Code and Kilo Code call by XML in the text of an answer. */
const TOOLS = new Set(
  (
    "execute_command read_file write_to_file replace_in_file apply_diff insert_content search_and_replace edit_file " +
    "search_files list_files list_code_definition_names codebase_search browser_action use_mcp_tool access_mcp_resource " +
    "ask_followup_question attempt_completion plan_mode_respond new_task switch_mode fetch_instructions load_mcp_documentation " +
    "update_todo_list web_fetch web_search use_skill use_subagents condense summarize_task generate_image run_slash_command"
  ).split(" "),
);

const OPENING = /<(thinking|[a-z_]+)>/g;
const PARAMETER = /<([a-z_0-9]+)>/g;

/**
 * Splits the text of an answer into what was said, what was thought and what was called. What only looks like a call (a
 * tag that is no tool's, or that is not closed) stays text. Each tag is looked at once, so that the work is linear.
 */
export function piecesOf(text: string): Piece[] {
  const pieces: Piece[] = [];
  const unclosed = new Set<string>();
  let from = 0;
  OPENING.lastIndex = 0;
  for (let match = OPENING.exec(text); match; match = OPENING.exec(text)) {
    const tag = match[1] ?? "";
    if ((tag !== "thinking" && !TOOLS.has(tag)) || unclosed.has(tag)) continue;
    const inner = match.index + match[0].length;
    const end = closeOf(text, tag, inner);
    if (end === -1) {
      unclosed.add(tag);
      continue;
    }
    addText(pieces, text.slice(from, match.index));
    const body = text.slice(inner, end);
    if (tag === "thinking") pieces.push({ kind: "thinking", text: body.trim() });
    else pieces.push({ kind: "call", tool: tag, args: parametersOf(body) });
    from = end + tag.length + 3;
    OPENING.lastIndex = from;
  }
  addText(pieces, text.slice(from));
  return pieces;
}

/**
 * Where the call ends. Written content may hold the tag of its own tool, so that the last closing tag before the next
 * call of the same tool counts; an answer has one call of a kind.
 */
function closeOf(text: string, tag: string, from: number): number {
  const close = `</${tag}>`;
  const first = text.indexOf(close, from);
  if (tag !== "write_to_file" && tag !== "replace_in_file" && tag !== "apply_diff") return first;
  const last = text.lastIndexOf(close);
  return last >= from ? last : first;
}

function addText(pieces: Piece[], text: string): void {
  const trimmed = text.trim();
  if (trimmed !== "") pieces.push({ kind: "assistant_message", text: trimmed });
}

/** Parameters, each in a tag of its name. A tag that is not closed is part of the text, and not looked for again. */
function parametersOf(body: string): Record<string, string> {
  const found = new Map<string, string>();
  const unclosed = new Set<string>();
  PARAMETER.lastIndex = 0;
  for (let match = PARAMETER.exec(body); match && unclosed.size < MAX_UNCLOSED; match = PARAMETER.exec(body)) {
    const name = match[1] ?? "";
    if (unclosed.has(name)) continue;
    const close = `</${name}>`;
    // Contents may hold the tag themselves.
    const end = HOLDS_TEXT.has(name) ? body.lastIndexOf(close) : body.indexOf(close, match.index);
    if (end < match.index) unclosed.add(name);
    else {
      found.set(name, trimLines(body.slice(match.index + match[0].length, end)));
      PARAMETER.lastIndex = end + close.length;
    }
  }
  return Object.fromEntries(found);
}

/** Parameters that hold a file's text, a diff or a command. */
const HOLDS_TEXT = new Set(["content", "diff", "command", "result", "text"]);
/** A tool has few parameters; where so many tags are not closed, the body is some text with brackets. */
const MAX_UNCLOSED = 64;

function trimLines(text: string): string {
  return text.replace(/^\n/, "").replace(/\n$/, "");
}
