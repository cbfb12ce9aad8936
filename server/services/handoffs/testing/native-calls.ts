import { readFileSync } from "node:fs";

/**
 * What a client's own record says of tool calls, read without any of the product's parsers: the other side of the test
 * that compares composed notes with transcripts.
 */
export interface NativeCall {
  readonly tool: string;
  readonly args: Readonly<Record<string, unknown>>;
  /** A call whose arguments are one text (a patch). */
  readonly text: string;
  /** False when it failed, was refused, or never answered. */
  readonly ok: boolean;
  readonly output: string;
  /** Of a helper's thread. */
  readonly isHelper: boolean;
}

type Json = Readonly<Record<string, unknown>>;

const isJson = (value: unknown): value is Json => typeof value === "object" && value !== null && !Array.isArray(value);
const at = (value: unknown, ...path: readonly string[]): unknown =>
  path.reduce<unknown>((inner, key) => (isJson(inner) ? inner[key] : undefined), value);
const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const text = (value: unknown): string =>
  typeof value === "string" ? value : value === undefined ? "" : JSON.stringify(value);

const json = (value: unknown): Json => (isJson(value) ? value : {});

/** Calls of one transcript in its order. */
export function nativeCalls(client: string, files: readonly string[]): NativeCall[] {
  const read = READERS[client];
  if (!read) throw new Error(`There is no independent reader of ${client}.`);
  return files.flatMap((file, index) => read(file, index > 0));
}

const READERS: Readonly<Record<string, (file: string, isHelper: boolean) => NativeCall[]>> = {
  "claude-code": claudeCalls,
  codex: codexCalls,
  opencode: openCodeCalls,
  pi: piCalls,
  "gemini-cli": geminiCalls,
  "copilot-cli": copilotCalls,
  "swe-agent": sweAgentCalls,
};

function linesOf(file: string): unknown[] {
  return readFileSync(file, "utf8")
    .split("\n")
    .flatMap((line): unknown[] => {
      try {
        return line.trim() === "" ? [] : [JSON.parse(line)];
      } catch {
        return [];
      }
    });
}

class Calls {
  private readonly byId = new Map<string, { call: Omit<NativeCall, "ok" | "output">; ok: boolean; output: string }>();

  begin(id: string, call: Omit<NativeCall, "ok" | "output">): void {
    if (!this.byId.has(id)) this.byId.set(id, { call, ok: false, output: "" });
  }

  end(id: string, ok: boolean, output: string): void {
    const known = this.byId.get(id);
    if (known) Object.assign(known, { ok, output });
  }

  all(): NativeCall[] {
    return [...this.byId.values()].map(({ call, ok, output }) => ({ ...call, ok, output }));
  }
}

function claudeCalls(file: string, isHelper: boolean): NativeCall[] {
  const calls = new Calls();
  // A compaction's own helper repeats the session and does no work of its own.
  if (file.includes("agent-acompact")) return [];
  for (const record of linesOf(file)) {
    const isSide = isHelper || at(record, "isSidechain") === true;
    for (const part of list(at(record, "message", "content"))) claudePart(calls, part, isSide);
  }
  return calls.all();
}

function claudePart(calls: Calls, part: unknown, isHelper: boolean): void {
  if (at(part, "type") === "tool_use") {
    calls.begin(text(at(part, "id")), {
      tool: text(at(part, "name")),
      args: json(at(part, "input")),
      text: "",
      isHelper,
    });
  }
  if (at(part, "type") === "tool_result") {
    const output = text(at(part, "content"));
    const failed = at(part, "is_error") === true || output.startsWith("<tool_use_error>");
    calls.end(text(at(part, "tool_use_id")), !failed, output);
  }
}

function codexCalls(file: string, isHelper: boolean): NativeCall[] {
  const calls = new Calls();
  for (const record of linesOf(file)) {
    const payload = at(record, "payload");
    const id = text(at(payload, "call_id"));
    const type = text(at(payload, "type"));
    const tool = text(at(payload, "name"));
    if (type === "function_call") {
      const told = text(at(payload, "arguments"));
      calls.begin(id, { tool, args: json(JSON.parse(told)), text: told, isHelper });
    } else if (type === "custom_tool_call") {
      calls.begin(id, { tool, args: {}, text: text(at(payload, "input")), isHelper });
    } else if (type.endsWith("_call_output")) {
      const output = text(at(payload, "output"));
      const code = /(?:Exit code: |exited with code |"exit_code":)(-?\d+)/.exec(output)?.[1] ?? "0";
      calls.end(id, code === "0" && !/verification failed|^aborted|rejected/i.test(output), output);
    }
  }
  return calls.all();
}

function openCodeCalls(file: string): NativeCall[] {
  const session: unknown = JSON.parse(readFileSync(file, "utf8"));
  return list(at(session, "messages")).flatMap((message) =>
    list(at(message, "parts")).flatMap((part): NativeCall[] => {
      if (at(part, "type") !== "tool") return [];
      const args = at(part, "state", "input");
      const ok = at(part, "state", "status") === "completed";
      const output = text(at(part, "state", "output"));
      return [{ tool: text(at(part, "tool")), args: json(args), text: "", ok, output, isHelper: false }];
    }),
  );
}

function piCalls(file: string): NativeCall[] {
  const calls = new Calls();
  for (const record of linesOf(file)) {
    for (const part of list(at(record, "message", "content"))) {
      if (at(part, "type") !== "toolCall") continue;
      const args = at(part, "arguments");
      const call = { tool: text(at(part, "name")), args: json(args), text: "", isHelper: false };
      calls.begin(text(at(part, "id")), call);
    }
    if (at(record, "message", "role") === "toolResult") {
      const isError = at(record, "message", "isError") === true;
      calls.end(text(at(record, "message", "toolCallId")), !isError, text(at(record, "message", "content")));
    }
  }
  return calls.all();
}

function geminiCalls(file: string): NativeCall[] {
  const records = file.endsWith(".jsonl")
    ? linesOf(file)
    : list(at(JSON.parse(readFileSync(file, "utf8")), "messages"));
  return records.flatMap((message) =>
    list(at(message, "toolCalls")).map((call): NativeCall => {
      const args = at(call, "args");
      return {
        tool: text(at(call, "name")),
        args: json(args),
        text: "",
        ok: at(call, "status") === "success",
        output: text(at(call, "result")),
        isHelper: false,
      };
    }),
  );
}

function copilotCalls(file: string): NativeCall[] {
  const calls = new Calls();
  for (const record of linesOf(file)) {
    const id = text(at(record, "data", "toolCallId"));
    if (at(record, "type") === "tool.execution_start") {
      const args = at(record, "data", "arguments");
      const tool = text(at(record, "data", "toolName"));
      calls.begin(id, { tool, args: json(args), text: text(args), isHelper: false });
    }
    if (at(record, "type") === "tool.execution_complete") {
      calls.end(id, at(record, "data", "success") === true, text(at(record, "data", "result")));
    }
  }
  return calls.all();
}

/** A demonstration has its history alone, in which each action is answered by the next record. */
function stepsOf(run: unknown): readonly unknown[] {
  const history = list(at(run, "history"));
  const told = history.map((one, index) => ({
    action: at(one, "action"),
    observation: at(history[index + 1], "content"),
  }));
  return list(at(run, "trajectory") ?? told.filter(({ action }) => typeof action === "string"));
}

/** Commands of SWE-agent's own tools, as it writes them into a shell; `edit` works on the file that is open. */
function sweAgentCalls(file: string): NativeCall[] {
  const run: unknown = JSON.parse(readFileSync(file, "utf8"));
  let open = "";
  return stepsOf(run).flatMap((step): NativeCall[] => {
    const action = text(at(step, "action")).trim();
    const output = text(at(step, "observation"));
    const [tool = "", first = "", second = ""] = action.split(/\s+/);
    if (tool === "open") open = first.replace(/^["']|["']$/g, "");
    if (tool === "create") open = first;
    const path = tool === "str_replace_editor" ? second : open;
    const failed =
      /^(?:Error|Invalid|Your proposed edit|No replacement|Usage|ERROR)|not (?:applied|been applied)/i.test(
        output.trim(),
      );
    const name = tool === "str_replace_editor" ? `${tool} ${first}` : tool;
    return [{ tool: name, args: { path }, text: action, ok: !failed, output, isHelper: false }];
  });
}
