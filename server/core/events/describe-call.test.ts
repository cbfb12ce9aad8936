import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CallFacts, describeCall } from "./describe-call";
import type { Client } from "./kinds";
import { normalizePath, readClassOf } from "./paths";
import { splitShell } from "./shell-words";

const call = (tool: string, input: unknown, client: Client = "claude-code"): CallFacts =>
  describeCall(client, tool, typeof input === "string" ? input : JSON.stringify(input));
const bash = (command: string): CallFacts => call("Bash", { command });

describe("tools of Claude Code", () => {
  const rows: [string, unknown, Partial<CallFacts>][] = [
    [
      "Read",
      { file_path: "/app/src/a.ts" },
      { toolClass: "source_read", target: "/app/src/a.ts", range: null, label: "Read /app/src/a.ts" },
    ],
    [
      "Read",
      { file_path: "/app/a.ts", offset: 10, limit: 20 },
      { range: { firstLine: 10, lastLine: 29 }, label: "Read /app/a.ts:10-29" },
    ],
    ["Read", { file_path: "/app/a.ts", offset: 10 }, { range: { firstLine: 10, lastLine: null } }],
    [
      "Read",
      { file_path: "C:\\app\\docs\\.\\x\\..\\Guide.md" },
      { toolClass: "doc_read", target: "C:/app/docs/Guide.md" },
    ],
    ["Read", { file_path: "/app/node_modules/zod/index.d.ts" }, { toolClass: "dependency_read" }],
    ["Read", { file_path: "/h/.claude/skills/pdf/SKILL.md" }, { toolClass: "doc_read", skill: "pdf" }],
    [
      "Edit",
      { file_path: "/app/a.ts", old_string: "a", new_string: "b" },
      { toolClass: "edit", mutates: true, paths: ["/app/a.ts"] },
    ],
    ["MultiEdit", { file_path: "/app/a.ts", edits: [] }, { toolClass: "edit", mutates: true }],
    ["NotebookEdit", { notebook_path: "/app/a.ipynb" }, { toolClass: "edit", target: "/app/a.ipynb", mutates: true }],
    ["Write", { file_path: "/app/a.ts", content: "x" }, { toolClass: "write", mutates: true }],
    [
      "Grep",
      { pattern: "foo", path: "src/" },
      { toolClass: "search", target: "foo", paths: ["src"], mutates: false, label: "Grep foo" },
    ],
    ["Glob", { pattern: "**/*.ts" }, { toolClass: "search", target: "**/*.ts", paths: [] }],
    ["LS", { path: "/app" }, { toolClass: "search", target: "/app", paths: ["/app"] }],
    [
      "WebFetch",
      { url: "https://a.example/x", prompt: "?" },
      { toolClass: "web", target: "https://a.example/x", paths: [] },
    ],
    ["WebSearch", { query: "zod" }, { toolClass: "web", target: "zod" }],
    ["Task", { description: "Look", prompt: "Look at it" }, { toolClass: "agent", target: "Look", label: "Task Look" }],
    ["Agent", { prompt: "Look at it" }, { toolClass: "agent", label: "Agent Look at it" }],
    ["Skill", { skill: "docs:pdf", args: "x" }, { toolClass: "skill", skill: "pdf", label: "Skill pdf" }],
    ["TodoWrite", { todos: [{ content: "a" }] }, { toolClass: "todo", target: null, label: "TodoWrite" }],
    ["TaskCreate", { subject: "Fix it" }, { toolClass: "todo", target: "Fix it" }],
    ["TaskUpdate", { taskId: "3", status: "completed" }, { toolClass: "todo", target: "3" }],
    ["AskUserQuestion", { questions: [] }, { toolClass: "ask" }],
    ["ExitPlanMode", { plan: "1. Do" }, { toolClass: "plan" }],
    ["BashOutput", { bash_id: "b1" }, { toolClass: "shell", target: "b1" }],
    [
      "mcp__linear__create_issue",
      { title: "Bug" },
      { toolClass: "other", mutates: false, label: "linear create_issue Bug" },
    ],
    ["mcp__fdx-graph__find_symbol", { symbol: "login" }, { toolClass: "graph", target: "login" }],
    ["mcp__memory__search_nodes", { query: "auth" }, { toolClass: "memory", target: "auth" }],
    ["mcp__filesystem__read_file", { path: "/app/a.ts" }, { toolClass: "source_read", target: "/app/a.ts" }],
    ["FromTheFuture", { query: "x" }, { toolClass: "other", target: "x" }],
  ];
  it.each(rows)("%s %j", (tool, input, expected) => {
    expect(call(tool, input)).toMatchObject(expected);
  });
});

describe("tools of Codex and others", () => {
  const patch =
    "*** Begin Patch\n*** Update File: src/a.ts\n*** Move to: src/b.ts\n@@\n-x\n+y\n*** Add File: ./c.ts\n*** End Patch";
  const rows: [Client, string, unknown, Partial<CallFacts>][] = [
    [
      "codex",
      "shell",
      { command: ["bash", "-lc", "npm test"] },
      { toolClass: "test", command: "npm test", label: "shell npm test" },
    ],
    [
      "codex",
      "exec_command",
      { cmd: "sed -n '1,240p' src/a.ts", workdir: "/app" },
      { toolClass: "source_read", target: "/app/src/a.ts", range: { firstLine: 1, lastLine: 240 } },
    ],
    ["codex", "exec_command", { cmd: "sed -n '1,240p' /s/pdf/SKILL.md" }, { toolClass: "doc_read", skill: "pdf" }],
    [
      "codex",
      "local_shell",
      { type: "exec", command: ["rg", "a b", "src"] },
      { toolClass: "search", command: "rg 'a b' src", target: "a b" },
    ],
    [
      "codex",
      "apply_patch",
      patch,
      { toolClass: "edit", mutates: true, target: null, paths: ["src/a.ts", "src/b.ts", "c.ts"] },
    ],
    ["codex", "apply_patch", { input: patch }, { paths: ["src/a.ts", "src/b.ts", "c.ts"] }],
    [
      "codex",
      "exec_command",
      { cmd: `apply_patch <<'EOF'\n${patch}\nEOF` },
      { toolClass: "edit", mutates: true, paths: ["src/a.ts", "src/b.ts", "c.ts"] },
    ],
    ["codex", "update_plan", { explanation: "on it", plan: [] }, { toolClass: "todo" }],
    ["codex", "view_image", { path: "/app/a.png" }, { toolClass: "source_read", target: "/app/a.png" }],
    ["codex", "web_search", { type: "search", query: "zod" }, { toolClass: "web", target: "zod" }],
    ["codex", "write_stdin", { session_id: 7, chars: "" }, { toolClass: "shell", command: "", mutates: false }],
    ["codex", "spawn_agent", { message: "Look", agent_type: "explorer" }, { toolClass: "agent", target: "Look" }],
    ["codex", "wait", { ids: ["x"] }, { toolClass: "agent" }],
    ["codex", "mcp__github__create_issue", { title: "x" }, { toolClass: "other" }],
    ["gemini-cli", "read_file", { absolute_path: "/app/a.py" }, { toolClass: "source_read", target: "/app/a.py" }],
    ["gemini-cli", "run_shell_command", { command: "pytest -q" }, { toolClass: "test" }],
    ["gemini-cli", "save_memory", { fact: "tabs" }, { toolClass: "memory" }],
    ["opencode", "read", { filePath: "/app/a.ts", offset: 0, limit: 50 }, { range: { firstLine: 1, lastLine: 50 } }],
    ["opencode", "todowrite", { todos: [] }, { toolClass: "todo" }],
    [
      "opencode",
      "edit",
      { filePath: "/app/a.ts", oldString: "a", newString: "b" },
      { toolClass: "edit", paths: ["/app/a.ts"], mutates: true },
    ],
    ["opencode", "apply_patch", { patchText: patch }, { toolClass: "edit", paths: ["src/a.ts", "src/b.ts", "c.ts"] }],
    ["opencode", "bash", { command: "ls src", workdir: "/app" }, { command: "ls src", target: "/app/src" }],
    ["opencode", "codesearch", { query: "zod", tokensNum: 5000 }, { toolClass: "web", target: "zod" }],
    ["opencode", "lsp", { operation: "hover", filePath: "/app/a.ts" }, { toolClass: "graph", target: "/app/a.ts" }],
    ["opencode", "invalid", { tool: "bash", error: "no JSON" }, { toolClass: "other", target: "bash" }],
    ["opencode", "skill", { name: "pdf" }, { toolClass: "skill", skill: "pdf" }],
    ["opencode", "task", { description: "Look", subagent_type: "explore" }, { toolClass: "agent", target: "Look" }],
    [
      "pi",
      "read",
      { path: "src/a.ts", offset: 3, limit: 2 },
      { range: { firstLine: 3, lastLine: 4 }, target: "src/a.ts" },
    ],
    ["pi", "edit", { path: "a.ts", oldText: "a", newText: "b" }, { toolClass: "edit", paths: ["a.ts"], mutates: true }],
    ["pi", "write", { path: "a.ts", content: "x" }, { toolClass: "write", mutates: true }],
    ["pi", "bash", { command: "npm test" }, { toolClass: "test", command: "npm test" }],
    ["pi", "find", { pattern: "*.ts", path: "src" }, { toolClass: "search", target: "*.ts", paths: ["src"] }],
    [
      "openhands",
      "str_replace_editor",
      { command: "view", path: "/app/a.py", view_range: [5, 9] },
      { toolClass: "source_read", mutates: false, range: { firstLine: 5, lastLine: 9 } },
    ],
    [
      "swe-agent",
      "str_replace_editor",
      { command: "str_replace", path: "/app/a.py" },
      { toolClass: "edit", mutates: true },
    ],
    [
      "swe-agent",
      "str_replace_editor",
      { command: "create", path: "/app/a.py", file_text: "x" },
      { toolClass: "write", mutates: true, target: "/app/a.py" },
    ],
    [
      "swe-agent",
      "open",
      { path: "a.py", line_number: 40 },
      { toolClass: "source_read", range: { firstLine: 40, lastLine: null } },
    ],
    [
      "swe-agent",
      "scroll_down",
      {},
      { toolClass: "source_read", target: null, range: { firstLine: 1, lastLine: null } },
    ],
    [
      "swe-agent",
      "find_file",
      { file_name: "a.py", dir: "src" },
      { toolClass: "search", target: "a.py", paths: ["src"] },
    ],
    ["swe-agent", "search_file", { search_term: "x", file: "a.py" }, { target: "x", paths: ["a.py"] }],
    ["swe-agent", "submit", {}, { toolClass: "other", mutates: false }],
    ["cline", "replace_in_file", { path: "a.ts", diff: "" }, { toolClass: "edit", mutates: true }],
    [
      "cursor",
      "read_file",
      { target_file: "a.ts", start_line_one_indexed: 3, end_line_one_indexed_inclusive: 8 },
      { range: { firstLine: 3, lastLine: 8 } },
    ],
    [
      "copilot-cli",
      "read_many_files",
      { paths: ["a.ts", "b.ts"] },
      { toolClass: "source_read", target: null, paths: ["a.ts", "b.ts"] },
    ],
  ];
  it.each(rows)("%s %s %j", (client, tool, input, expected) => {
    expect(call(tool, input, client)).toMatchObject(expected);
  });
});

describe("shell lines", () => {
  const classes: Record<string, string[]> = {
    test: [
      "npm test",
      "npm run test:unit -- --watch=false",
      "cd web && npx vitest run src/a.test.ts 2>&1 | tail -20",
      "CI=1 timeout 60 pnpm exec playwright test",
      "cargo test -p core",
      "go test ./...",
      "bun test",
      "npx jest --ci",
      "python -m pytest -x",
      "poetry run pytest",
      "mix test",
      "make test",
      "bash -lc 'npm test'",
      "git stash && npm test; git stash pop",
    ],
    build: [
      "npx tsc --noEmit",
      "eslint .",
      "npm run build",
      "cargo build --release",
      "make",
      "cargo clippy",
      "ruff check .",
      "go vet ./...",
      "npm run lint",
      "bun run typecheck",
    ],
    git: ["git status", "git diff | head -50", "gh pr view 3", "cd x && git log --oneline -5"],
    search: [
      "rg -n foo src",
      "grep -rn foo .",
      "find . -name '*.ts'",
      "ls -la",
      "cat a.ts | grep foo",
      "cat a.ts && rg foo",
    ],
    source_read: [
      "cat src/a.ts",
      "sed -n '5,9p' src/a.ts",
      "head -50 a.py",
      "nl -ba a.ts | sed -n '1,20p'",
      "cat a.ts b.ts",
    ],
    doc_read: ["cat README.md", "head docs/guide.rst"],
    dependency_read: ["cat node_modules/zod/package.json"],
    web: ["curl -s https://a.example/x"],
    write: ["cat > a.ts <<'EOF'\nconst a = 1;\nEOF", "echo hi > note.txt"],
    edit: ["sed -i 's/a/b/' a.ts"],
    shell: [
      "node script.js",
      "rm -rf dist",
      "mkdir -p a/b",
      "npm install zod",
      "python3 - <<'EOF'\nprint(open('test').read())\nEOF",
      "docker ps",
      "true",
      "",
    ],
  };
  const rows = Object.entries(classes).flatMap(([toolClass, lines]) => lines.map((line) => [toolClass, line] as const));
  it.each(rows)("%s: %s", (toolClass, line) => {
    expect(bash(line).toolClass).toBe(toolClass);
  });

  const ranges: [string, CallFacts["range"]][] = [
    ["cat a.ts", null],
    ["head -50 a.ts", { firstLine: 1, lastLine: 50 }],
    ["head -n 50 a.ts", { firstLine: 1, lastLine: 50 }],
    ["head a.ts", { firstLine: 1, lastLine: 10 }],
    ["tail -n 50 a.ts", { firstLine: 1, lastLine: null }],
    ["tail -n +5 a.ts", { firstLine: 5, lastLine: null }],
    ["sed -n '5,9p' a.ts", { firstLine: 5, lastLine: 9 }],
    ["sed -n 7p a.ts", { firstLine: 7, lastLine: 7 }],
    ["sed -n '1,$p' a.ts", null],
    ["sed -n '/foo/,/bar/p' a.ts", { firstLine: 1, lastLine: null }],
    ["cat a.ts | head -30", { firstLine: 1, lastLine: 30 }],
    ["cat a.json | jq .", { firstLine: 1, lastLine: null }],
    ["awk 'NR>3' a.ts", { firstLine: 1, lastLine: null }],
  ];
  it.each(ranges)("%s reads %j", (line, range) => {
    expect(bash(line)).toMatchObject({ range, paths: [line.includes("json") ? "a.json" : "a.ts"] });
  });

  const changes: [string, boolean, string[]][] = [
    ["rm -rf dist out", true, ["dist", "out"]],
    ["cd web && mv a.ts b.ts", true, ["web/a.ts", "web/b.ts"]],
    ["npm test > log.txt 2>&1", true, ["log.txt"]],
    ["npm test 2>&1 | tail -5", false, []],
    ["npm test > /dev/null", false, []],
    ["git checkout main", true, []],
    ["git -C web reset --hard", true, []],
    ["git log -3", false, []],
    ["npx prettier --write .", true, []],
    ["npx eslint . --fix", true, []],
    ["npm install", true, []],
    ["sed -i 's/a/b/' x/a.ts", true, ["x/a.ts"]],
  ];
  it.each(changes)("%s changes files: %s", (line, mutates, paths) => {
    const facts = bash(line);
    expect(facts.mutates).toBe(mutates);
    expect(facts.paths).toEqual(paths);
  });

  it("split with quotes, escapes, substitutions and here-documents in mind", () => {
    const words = splitShell(`echo "a && b" 'c | d' e\\ f; cat <<EOF > out.txt # note\nx && y\nEOF\nls`).map(
      ({ words, redirects }) => [...words, ...redirects],
    );
    expect(words).toEqual([["echo", "a && b", "c | d", "e f"], ["cat", "out.txt"], ["ls"]]);
  });

  const targets: [string, string | null, string[]][] = [
    [String.raw`rg -n "a\.b|c\(" src`, String.raw`a\.b|c\(`, ["src"]],
    ["rg -n -- '--trace' apps lib", "--trace", ["apps", "lib"]],
    ["grep -rn -A 3 foo src | head", "foo", ["src"]],
    ["cat $file", null, []],
    ["cd app && cat a.ts", "app/a.ts", ["app/a.ts"]],
    ["cat README.md && cat a.ts", null, ["README.md", "a.ts"]],
    ["for f in a b; do wc -l $f; done", null, []],
  ];
  it.each(targets)("%s works on %s", (line, target, paths) => {
    expect(bash(line)).toMatchObject({ target, paths });
  });

  it("sees the subcommand behind flags, and tells looking at a stash from making one", () => {
    expect(bash("bun --filter @app/web build").toolClass).toBe("build");
    expect(bash("pnpm -s test --grep x").toolClass).toBe("test");
    expect(bash("git stash list").mutates).toBe(false);
    expect(bash("git stash").mutates).toBe(true);
    expect(bash("git status; git stash list").range).toBeNull();
  });

  it("puts relative paths behind the folder that the caller knows", () => {
    expect(describeCall("claude-code", "Bash", '{"command":"cat src/a.ts"}', "/app").target).toBe("/app/src/a.ts");
    expect(describeCall("codex", "exec_command", '{"cmd":"cat a.ts","workdir":"web"}', "/app").target).toBe(
      "/app/web/a.ts",
    );
  });

  it("ends for any text, with a label of one short line", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (tool, text) => {
        for (const args of [text, JSON.stringify({ command: text }), JSON.stringify({ file_path: text })]) {
          const facts = describeCall("codex", tool, args);
          expect(facts.label.length).toBeLessThanOrEqual(200);
          expect(facts.label).not.toContain("\n");
        }
        expect(bash(text).command).toBe(text);
      }),
    );
  });
});

describe("paths", () => {
  it("have one spelling", () => {
    expect(normalizePath("./src//a/../b.ts/")).toBe("src/b.ts");
    expect(normalizePath("b.ts", "/app/src")).toBe("/app/src/b.ts");
    expect(normalizePath("../b.ts", "/app/src")).toBe("/app/b.ts");
    expect(normalizePath("../../x")).toBe("../../x");
    expect(normalizePath("/../x")).toBe("/x");
    expect(normalizePath("file:///app/a.ts")).toBe("/app/a.ts");
    expect(normalizePath("https://a.example/b/../c")).toBe("https://a.example/b/../c");
    expect(normalizePath("D:\\a b\\c.ts", "/app")).toBe("D:/a b/c.ts");
  });

  it("normalize to themselves the second time", () => {
    fc.assert(
      fc.property(fc.string(), (path) => {
        expect(normalizePath(normalizePath(path))).toBe(normalizePath(path));
      }),
    );
  });

  it("tell documents and dependencies from source", () => {
    expect(
      [
        "/a/README",
        "docs/x.MD",
        "/a/vendor/x.go",
        "venv/lib/site-packages/x.py",
        "src/readme.ts",
        "requirements.txt",
      ].map(readClassOf),
    ).toEqual(["doc_read", "doc_read", "dependency_read", "dependency_read", "source_read", "source_read"]);
  });
});
