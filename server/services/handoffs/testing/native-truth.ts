import { type NativeCall, nativeCalls } from "./native-calls";

export interface NativeTruth {
  /** Files that successful edits and writes touched, as the calls name them. */
  readonly files: readonly string[];
  /** Texts of the todos that are neither done nor cancelled in the last list; null when the session kept none. */
  readonly openTodos: readonly string[] | null;
  /** Whether the last run of a test command passed; null when none told. */
  readonly lastTestPassed: boolean | null;
}

export function nativeTruth(client: string, files: readonly string[]): NativeTruth {
  const calls = nativeCalls(client, files);
  return { files: filesOf(calls), openTodos: todosOf(calls), lastTestPassed: lastTest(calls) };
}

const EDITS =
  /^(?:Edit|MultiEdit|Write|NotebookEdit|edit|write|multiedit|write_file|replace|create|insert|str_replace_editor (?:create|str_replace|insert))$/;

function filesOf(calls: readonly NativeCall[]): string[] {
  const found = new Map<string, { made: boolean }>();
  for (const call of calls.filter(({ ok }) => ok)) {
    for (const path of touchedBy(call)) {
      if (!found.has(path)) found.set(path, { made: /creat|^A |Add File/i.test(call.output.slice(0, 300)) });
    }
    const command = String(call.args["command"] ?? call.args["cmd"] ?? call.text);
    for (const [path, { made }] of found) if (isUndone(path, made, command)) found.delete(path);
  }
  return [...found.keys()].sort();
}

/** A file that the session made is removed again, or one that was there is put back. */
function isUndone(path: string, isMade: boolean, command: string): boolean {
  const name = escaped(path.split("/").at(-1) ?? path);
  const verb = isMade ? "rm (?:-\\w+ )*" : "git (?:checkout|restore) ";
  return new RegExp(`\\b${verb}[^&;|]*${name}(?:\\s|$)`).test(command);
}

function escaped(name: string): string {
  return name.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

/** `echo text >> docs/a.md` changes a file as well as an edit does. */
const APPENDED = /^\s*(?:echo|printf)\b[^|]*>>?\s*"?([\w~-][\w./-]*)"?\s*$/;

function touchedBy(call: NativeCall): string[] {
  if (call.tool === "apply_patch") return patched(call);
  const appended = call.tool === "run_shell_command" && APPENDED.exec(String(call.args["command"]))?.[1];
  if (appended) return [appended];
  if (!EDITS.test(call.tool)) return [];
  const { file_path, notebook_path, filePath, path } = call.args;
  return [file_path, notebook_path, filePath, path].flatMap((one) =>
    typeof one === "string" && one !== "" ? [one] : [],
  );
}

/** What the tool answered that it changed, else what the patch names. */
function patched({ text, args, output }: NativeCall): string[] {
  const told = [...output.replaceAll("\\n", "\n").matchAll(/^[AMD] (\S.*)$/gm)].map(([, path = ""]) => path.trim());
  if (told.length > 0) return told;
  const patch = typeof args["patchText"] === "string" ? args["patchText"] : text;
  return [...patch.matchAll(/^\*\*\* (?:Add|Update|Delete) File: (.+)$|^\*\*\* Move to: (.+)$/gm)].map(
    ([, path, moved]) => (path ?? moved ?? "").trim(),
  );
}

interface Todo {
  text: string;
  status: string;
}

const OVER = /^(?:completed?|done|finished|cancell?ed|skipped|deleted)$/i;

function todosOf(calls: readonly NativeCall[]): string[] | null {
  const own = calls.filter(({ ok, isHelper }) => ok && !isHelper);
  const todos = tasksOf(own) ?? own.map(listOf).findLast((list) => list !== null) ?? null;
  if (todos === null) return null;
  return todos
    .filter(({ status }) => !OVER.test(status))
    .map((todo) => todo.text.replace(/\s+/g, " ").trim())
    .sort();
}

/** The list that a call carries whole. */
function listOf({ tool, args }: NativeCall): Todo[] | null {
  const told = args["todos"] ?? args["plan"];
  const isList = /^(?:TodoWrite|todowrite|update_plan|write_todos)$/.test(tool) && Array.isArray(told);
  return isList ? told.map(todoOf) : null;
}

/** Single tasks that are created and updated by id; null when there are none. */
function tasksOf(calls: readonly NativeCall[]): Todo[] | null {
  const tasks = new Map<string, Todo>();
  for (const { tool, args, output } of calls) {
    if (tool === "TaskCreate") {
      tasks.set(/#(\d+)/.exec(output)?.[1] ?? "", { text: String(args["subject"]), status: "pending" });
    }
    const task = tool === "TaskUpdate" ? tasks.get(String(args["taskId"])) : undefined;
    if (task && typeof args["status"] === "string") task.status = args["status"];
    if (task && typeof args["subject"] === "string") task.text = args["subject"];
  }
  return tasks.size === 0 ? null : [...tasks.values()];
}

function todoOf(item: unknown): Todo {
  const told = typeof item === "object" && item !== null ? (item as Record<string, unknown>) : {}; // raw JSON
  return { text: String(told["content"] ?? told["step"] ?? told["description"] ?? ""), status: String(told["status"]) };
}

const TESTS =
  /(?:^|&&|;|\n)\s*(?:\w+=\S+\s+)*(?:(?:npm|pnpm|yarn|bun)(?: run)? test\b|(?:npx |bunx |pnpm )?(?:vitest|jest)\b|(?:python3? -m |uv run |poetry run )?pytest\b|cargo test\b|go test\b|mix test\b)[^|]*$/;

function lastTest(calls: readonly NativeCall[]): boolean | null {
  const shell = calls.filter(({ tool, args }) => {
    const command = args["command"] ?? args["cmd"];
    return /^(?:Bash|bash|exec_command|shell_command|run_shell_command)$/.test(tool) && TESTS.test(String(command));
  });
  return shell.at(-1)?.ok ?? null;
}
