import type { Client, ToolClass } from "./kinds";

/** How a tool's arguments are read. */
type ToolForm = "plain" | "read" | "window" | "command" | "patch";

export interface ToolRow {
  readonly toolClass: ToolClass;
  readonly form: ToolForm;
  /** Arguments that name what the call works on, the first present one wins. */
  readonly target: readonly string[];
  /** True when the target is a file or folder, so that it also stands among the paths. */
  readonly isPath: boolean;
  readonly mutates: boolean;
}

const PATH_ARGUMENTS = [
  "file_path",
  "filePath",
  "filepath",
  "path",
  "absolute_path",
  "absolutePath",
  "notebook_path",
  "target_file",
  "relative_path",
  "relative_workspace_path",
  "file",
  "filename",
  "uri",
  "directory",
  "dir",
  "dir_path",
] as const;

export const PATH_KEYS: readonly string[] = PATH_ARGUMENTS;

function row(toolClass: ToolClass, form: ToolForm, target: readonly string[], more: Partial<ToolRow> = {}): ToolRow {
  return { toolClass, form, target, isPath: false, mutates: false, ...more };
}

const onPath = { isPath: true } as const;
const changesPath = { isPath: true, mutates: true } as const;

const READ = row("source_read", "read", PATH_ARGUMENTS, onPath);
/** Shows some lines around one; the call does not tell where they end. */
const WINDOW = row("source_read", "window", PATH_ARGUMENTS, onPath);
const EDIT = row("edit", "plain", PATH_ARGUMENTS, changesPath);
const WRITE = row("write", "plain", PATH_ARGUMENTS, changesPath);
const PATCH = row("edit", "patch", [], { mutates: true });
const COMMAND = row("shell", "command", ["command", "cmd", "script", "chars"]);
const SEARCH = row("search", "plain", ["pattern", "regex", "query", "glob", "glob_pattern", "search_term", "name"]);
const LIST = row("search", "plain", PATH_ARGUMENTS, onPath);
const FETCH = row("web", "plain", ["url", "uri", "urls", "prompt", "query"]);
const WEB_SEARCH = row("web", "plain", ["query", "search_query", "q", "queries", "search_term", "url"]);
const AGENT = row("agent", "plain", ["description", "task_name", "task", "prompt", "message", "agent_id", "id"]);
const TODO = row("todo", "plain", ["taskId", "subject", "explanation"]);
const ASK = row("ask", "plain", ["question"]);
const PLAN = row("plan", "plain", ["title"]);
const SKILL = row("skill", "plain", ["skill", "name", "skill_name", "command"]);
const MEMORY = row("memory", "plain", ["query", "key", "name", "title", "fact"]);
const GRAPH = row("graph", "plain", ["query", "symbol", "name", "path"]);
const OTHER = row("other", "plain", ["query", "name", "id", ...PATH_ARGUMENTS]);

/**
 * Tools by name, without case and punctuation (`str_replace_editor` and `StrReplaceEditor` are one). Names of Claude
 * Code, Codex, OpenCode, Gemini CLI, pi, Copilot CLI, Cursor, Cline, Roo, Windsurf, SWE-agent and OpenHands.
 */
const ROWS: readonly (readonly [ToolRow, string])[] = [
  [READ, "Read read_file readfile ReadFile view open open_file cat view_image read_many_files readManyFiles FileRead"],
  [
    READ,
    "read_file_v2 view_file view_file_outline view_code_item ReadMediaFile NotebookRead read_notebook get_file_contents",
  ],
  [EDIT, "Edit MultiEdit NotebookEdit edit_file edit str_replace str_replace_editor str_replace_based_edit_tool"],
  [EDIT, "replace_in_file replace search_replace apply_diff insert_content insert search_and_replace multi_edit"],
  [
    EDIT,
    "file_editor edit_notebook replace_string_in_file multi_replace_string_in_file insert_edit_into_file edit_existing_file",
  ],
  [WRITE, "Write write_file write_to_file create create_file create_new_file new_file save_file delete_file"],
  [PATCH, "apply_patch applypatch patch"],
  [
    COMMAND,
    "Bash shell exec_command local_shell shell_command bash run_terminal_cmd run_shell_command execute_command",
  ],
  [
    COMMAND,
    "container.exec run_command run_in_terminal terminal execute_bash run powershell cmd local_shell_call exec",
  ],
  [COMMAND, "run_terminal_command run_terminal_command_v2 write_stdin write_bash unified_exec"],
  [row("shell", "plain", ["code"]), "run_ipython execute_ipython_cell"],
  [
    row("shell", "plain", ["bash_id", "shell_id", "task_id", "taskId"]),
    "BashOutput KillBash KillShell read_bash stop_bash",
  ],
  [row("shell", "plain", ["task_id", "taskId"]), "TaskStop Monitor"],
  [SEARCH, "Grep grep grep_search search_files search_file_content grep_files codebase_search search file_search find"],
  [SEARCH, "ripgrep rg semantic_search list_code_usages search_code find_by_name search_dir find_file code_search"],
  [SEARCH, "Glob glob find_files glob_file_search tool_search tool_search_call ToolSearch search_tool_bm25"],
  [LIST, "LS list_dir list_files list_directory ls list read_dir list_code_definition_names"],
  [FETCH, "WebFetch web_fetch fetch fetch_webpage browser_navigate browse open_url read_url_content browser_action"],
  [WEB_SEARCH, "WebSearch web_search web_search_call google_web_search search_web web_run"],
  [
    AGENT,
    "Task Agent task agent spawn_agent new_task subagent delegate dispatch_agent runSubagent codebase_investigator use_subagents use_subagent",
  ],
  [
    AGENT,
    "spawn_agents_on_csv SendMessage send_input wait_agent resume_agent close_agent followup_task delegate_to_agent",
  ],
  [row("agent", "plain", ["task_id", "agentId"]), "TaskOutput AgentOutput AgentOutputTool read_agent list_agents"],
  [SKILL, "Skill skill activate_skill load_skill use_skill SlashCommand"],
  [TODO, "TodoWrite TodoRead TaskCreate TaskUpdate TaskGet TaskList todowrite todoread todo_write update_todo_list"],
  [TODO, "write_todos manage_todo_list update_plan update_todo todo task_tracker set_todo_list"],
  [ASK, "AskUserQuestion ask_followup_question ask_user request_user_input question ask_questions ask_question"],
  [
    PLAN,
    "ExitPlanMode EnterPlanMode exit_plan_mode enter_plan_mode plan_mode_respond create_plan plan_exit plan_enter",
  ],
  [MEMORY, "save_memory memory memory_search recall remember update_memory create_memory search_memory memory_get"],
];

/** A name alone does not say what these do; their client does. */
const CLIENT_ROWS: Partial<Record<Client, readonly (readonly [ToolRow, string])[]>> = {
  codex: [[AGENT, "wait"]],
  openhands: [
    [SEARCH, "recall"],
    [row("other", "plain", []), "think finish"],
  ],
  "swe-agent": [
    [WINDOW, "open goto scroll_up scroll_down filemap"],
    [row("search", "plain", ["search_term", "file_name"]), "search_file find_file"],
    [row("other", "plain", []), "submit exit_forfeit"],
  ],
  opencode: [
    // Documentation out of the web, and the language server.
    [WEB_SEARCH, "codesearch"],
    [row("graph", "plain", ["query", ...PATH_ARGUMENTS]), "lsp"],
    // What a call becomes whose arguments were none; one of them names the tool that was meant.
    [row("other", "plain", ["tool"]), "invalid"],
  ],
  "copilot-cli": [
    // Queries of the session's own lists of todos.
    [row("todo", "plain", ["description"]), "sql"],
    [row("memory", "plain", ["subject", "fact"]), "store_memory"],
    [row("other", "plain", []), "report_intent task_complete"],
  ],
  cline: [[row("other", "plain", []), "attempt_completion switch_mode fetch_instructions"]],
  roo: [[row("other", "plain", []), "attempt_completion switch_mode fetch_instructions"]],
};

const SHARED = indexOf(ROWS);
const BY_CLIENT = new Map(Object.entries(CLIENT_ROWS).map(([client, rows]) => [client, indexOf(rows)]));

/** Families of tools that servers name freely; read where no name matched. */
const NAME_PATTERNS: readonly (readonly [ToolRow, RegExp])[] = [
  [GRAPH, /graph(?!ql)|find_?references|find_?symbol|call_?hierarchy/i],
  [MEMORY, /memor(?:y|ies)|(?:^|_)recall(?:_|$)|remember/i],
  [FETCH, /web_?fetch|fetch_?url|navigate|scrape|crawl/i],
  [WEB_SEARCH, /web_?search|search_?web/i],
];

export function toolKey(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]/g, "");
}

function indexOf(rows: readonly (readonly [ToolRow, string])[]): ReadonlyMap<string, ToolRow> {
  return new Map(rows.flatMap(([tool, names]) => names.split(" ").map((name) => [toolKey(name), tool] as const)));
}

/**
 * The row of a tool. A server's tool (`mcp__server__tool`) goes by the families first, then by its own name where that
 * is one of web, memory or graph work; other servers' tools are `other`, since `create_issue` edits no file here.
 */
export function toolRow(client: Client, name: string, server: string | null): ToolRow {
  const family = NAME_PATTERNS.find(([, pattern]) => pattern.test(name) || (server !== null && pattern.test(server)));
  if (server !== null) return family?.[0] ?? serverRow(toolKey(name));
  const key = toolKey(name);
  return BY_CLIENT.get(client)?.get(key) ?? SHARED.get(key) ?? family?.[0] ?? OTHER;
}

/** File servers offer the usual names of file tools; these keep their class. */
function serverRow(key: string): ToolRow {
  const known = SHARED.get(key);
  return known && (known.form === "read" || known.isPath || known.toolClass === "search") ? known : OTHER;
}

/** Tools whose result is what an agent handed back; the others of class `agent` answer with a receipt. */
const HANDS_BACK = new Set([
  "task",
  "agent",
  "wait",
  "waitagent",
  "agentoutput",
  "agentoutputtool",
  "subagent",
  "runsubagent",
  "usesubagents",
  "usesubagent",
  "delegate",
  "delegatetoagent",
  "codebaseinvestigator",
]);

export function handsBackAgentOutput(tool: string): boolean {
  return HANDS_BACK.has(toolKey(tool));
}
