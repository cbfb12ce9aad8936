import type { Client } from "@/server/core/events/kinds";

/** How a client's tools are called, for what the made-up agent does. Arguments and results as the clients write them. */
export interface Dialect {
  readonly client: Client;
  readonly model: string;
  read(path: string, range: readonly [number, number] | null): Call;
  search(pattern: string): Call;
  list(pattern: string): Call;
  shell(command: string): Call;
  edit(path: string, before: readonly string[], after: readonly string[]): Call;
  create(path: string, lines: readonly string[]): Call;
  /** Lines of a file as a read shows them; `first` is 1-based. */
  numbered(lines: readonly string[], first: number): string;
  edited(path: string, snippet: readonly string[], first: number): string;
}

export interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, string | number>>;
}

const arrowed = (lines: readonly string[], first: number) =>
  lines.map((line, at) => `${String(first + at).padStart(6)}→${line}`).join("\n");

export function claudeCode(root: string): Dialect {
  return {
    client: "claude-code",
    model: "claude-opus-4-5",
    read: (path, range) => ({
      tool: "Read",
      input: {
        file_path: `${root}/${path}`,
        ...(range ? { offset: range[0], limit: range[1] - range[0] + 1 } : {}),
      },
    }),
    search: (pattern) => ({ tool: "Grep", input: { pattern, path: root, output_mode: "content" } }),
    list: (pattern) => ({ tool: "Glob", input: { pattern, path: root } }),
    shell: (command) => ({ tool: "Bash", input: { command, description: "Run it in the repository" } }),
    edit: (path, before, after) => ({
      tool: "Edit",
      input: { file_path: `${root}/${path}`, old_string: before.join("\n"), new_string: after.join("\n") },
    }),
    create: (path, lines) => ({ tool: "Write", input: { file_path: `${root}/${path}`, content: lines.join("\n") } }),
    numbered: arrowed,
    edited: (path, snippet, first) =>
      `The file ${root}/${path} has been updated. Here's the result of running \`cat -n\` on a snippet of the edited file:\n${arrowed(snippet, first)}`,
  };
}

export function codex(root: string): Dialect {
  const shell = (command: string): Call => ({ tool: "exec_command", input: { cmd: command, workdir: root } });
  return {
    client: "codex",
    model: "gpt-5.5",
    read: (path, range) => shell(`sed -n '${range ? `${range[0]},${range[1]}` : "1,400"}p' ${path}`),
    search: (pattern) => shell(`rg -n "${pattern}" .`),
    list: (pattern) => shell(`rg --files -g "${pattern}"`),
    shell,
    edit: (path, before, after) => ({
      tool: "apply_patch",
      input: {
        input: [
          "*** Begin Patch",
          `*** Update File: ${path}`,
          "@@",
          ...before.map((line) => `-${line}`),
          ...after.map((line) => `+${line}`),
          "*** End Patch",
        ].join("\n"),
      },
    }),
    create: (path, lines) => ({
      tool: "apply_patch",
      input: {
        input: ["*** Begin Patch", `*** Add File: ${path}`, ...lines.map((line) => `+${line}`), "*** End Patch"].join(
          "\n",
        ),
      },
    }),
    numbered: (lines) => lines.join("\n"),
    edited: (path) => `Success. Updated the following files:\nM ${path}`,
  };
}

export function openCode(root: string): Dialect {
  return {
    client: "opencode",
    model: "claude-sonnet-4-6",
    read: (path, range) => ({
      tool: "read",
      input: {
        filePath: `${root}/${path}`,
        ...(range ? { offset: range[0] - 1, limit: range[1] - range[0] + 1 } : {}),
      },
    }),
    search: (pattern) => ({ tool: "grep", input: { pattern, path: root } }),
    list: (pattern) => ({ tool: "glob", input: { pattern, path: root } }),
    shell: (command) => ({
      tool: "bash",
      input: { command, description: "Runs it in the repository", timeout: 60_000 },
    }),
    edit: (path, before, after) => ({
      tool: "edit",
      input: { filePath: `${root}/${path}`, oldString: before.join("\n"), newString: after.join("\n") },
    }),
    create: (path, lines) => ({ tool: "write", input: { filePath: `${root}/${path}`, content: lines.join("\n") } }),
    numbered: (lines, first) => lines.map((line, at) => `${String(first + at).padStart(5, "0")}| ${line}`).join("\n"),
    edited: () => "Edit applied successfully.",
  };
}
