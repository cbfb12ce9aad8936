import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * Writes a Claude Code session as the program keeps it on disk: one record per content block, a sub-agent in a file of
 * its own, a skill that is loaded twice, the same file read twice, and a test that fails before it passes. What it
 * holds is known, so that tests can say what the pages must show of it.
 */
export const FIXTURE = {
  title: "Refuse an empty password at login",
  agent: "code-reviewer",
  skill: "test-first",
  folder: "/home/dev/billing-api",
  /** Read twice by the main thread, and twice by the sub-agent. */
  readTwice: "src/login.ts",
  failingTest: "npm test -- login",
} as const;

const FOLDER = FIXTURE.folder;
const AGENT_ID = "a1b2c3d4e5";
const STEP_MS = 9_000;

/** Quiet steps after the noise: results wait for some turns and tokens before a plan takes them. */
const LATER_STEPS = 44;

type Block = Record<string, unknown>;

class Lines {
  private readonly lines: string[] = [];
  private count = 0;
  private last: string | null = null;

  constructor(
    private readonly session: string,
    private readonly startMs: number,
    private readonly more: Record<string, unknown> = {},
    private readonly prefix = "u",
  ) {}

  prompt(text: string, more: Record<string, unknown> = {}): this {
    return this.record({ type: "user", message: { role: "user", content: text }, ...more });
  }

  says(text: string): this {
    return this.response({ type: "text", text });
  }

  /** A call and its result. */
  tool(name: string, input: unknown, out: string, more: { failed?: boolean; details?: unknown } = {}): this {
    const id = `toolu_${this.prefix}${this.count}`;
    this.response({ type: "tool_use", id, name, input });
    const result = { type: "tool_result", tool_use_id: id, content: out, ...(more.failed ? { is_error: true } : {}) };
    const details = more.failed ? `Error: ${out}` : more.details;
    return this.record({
      type: "user",
      message: { role: "user", content: [result] },
      ...(details === undefined ? {} : { toolUseResult: details }),
    });
  }

  skill(name: string, body: string): this {
    const id = `toolu_${this.prefix}${this.count}`;
    this.tool("Skill", { skill: name }, `Launching skill: ${name}`, { details: { success: true, commandName: name } });
    return this.prompt(`Base directory for this skill: /home/dev/.claude/skills/${name}\n\n${body}`, {
      isMeta: true,
      sourceToolUseID: id,
    });
  }

  /** One record per block, as the program writes a streamed response. */
  private response(block: Block): this {
    const id = `msg_${this.prefix}${this.count}`;
    return this.record({
      type: "assistant",
      requestId: `req_${this.prefix}${this.count}`,
      message: {
        id,
        type: "message",
        role: "assistant",
        model: "claude-sonnet-5",
        content: [block],
        stop_reason: null,
        usage: {
          input_tokens: 4,
          cache_creation_input_tokens: 600,
          cache_read_input_tokens: 9_000 + 500 * this.count,
          output_tokens: 80,
        },
      },
    });
  }

  private record(fields: Record<string, unknown>): this {
    this.count++;
    const uuid = `${this.session}-${this.prefix}${this.count}`;
    const envelope = {
      parentUuid: this.last,
      isSidechain: false,
      userType: "external",
      cwd: FOLDER,
      sessionId: this.session,
      version: "2.1.200",
      gitBranch: "fix/login",
      uuid,
      timestamp: new Date(this.startMs + this.count * STEP_MS).toISOString(),
    };
    this.lines.push(JSON.stringify({ ...envelope, ...this.more, ...fields }));
    this.last = uuid;
    return this;
  }

  /** A name that the program gave the session; it is no part of the conversation. */
  title(text: string): this {
    this.lines.push(JSON.stringify({ type: "ai-title", aiTitle: text, sessionId: this.session }));
    return this;
  }

  toString(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }
}

/** Writes the session's files below `folder`, in the layout of `~/.claude/projects`. Answers what to import. */
export function writeFixture(folder: string, session: string, startMs: number): string {
  const project = path.join(folder, "projects", "-home-dev-billing-api");
  const agents = path.join(project, session, "subagents");
  mkdirSync(agents, { recursive: true });
  writeFileSync(path.join(project, `${session}.jsonl`), mainThread(session, startMs).toString());
  writeFileSync(path.join(agents, `agent-${AGENT_ID}.jsonl`), reviewer(session, startMs + 200_000).toString());
  return path.join(folder, "projects");
}

const REVIEW_PROMPT = "Review src/login.ts for the empty password.";

function mainThread(session: string, startMs: number): Lines {
  const lines = new Lines(session, startMs);
  const login = source("login", 60);
  lines
    .prompt("The login form accepts an empty password. Fix it, test first.")
    .title(FIXTURE.title)
    .skill(FIXTURE.skill, SKILL_BODY)
    .tool("Read", { file_path: `${FOLDER}/${FIXTURE.readTwice}` }, login)
    .tool("Bash", { command: FIXTURE.failingTest, description: "Run the login tests" }, FAILURE, { failed: true })
    .tool(
      "Agent",
      { subagent_type: FIXTURE.agent, description: "Review the login", prompt: REVIEW_PROMPT },
      `An empty password passes line 14.\nagentId: ${AGENT_ID}`,
      { details: { status: "completed", agentId: AGENT_ID, agentType: FIXTURE.agent } },
    )
    .tool("Read", { file_path: `${FOLDER}/${FIXTURE.readTwice}` }, login)
    .tool(
      "Edit",
      { file_path: `${FOLDER}/${FIXTURE.readTwice}`, old_string: "accept(password)", new_string: "accept(required)" },
      "The file src/login.ts has been updated.",
    )
    .tool("Bash", { command: FIXTURE.failingTest }, "Tests  12 passed (12)", {
      details: { stdout: "Tests  12 passed (12)", stderr: "", interrupted: false },
    })
    .says("An empty password is refused now, and a test holds it.")
    .prompt("Now go through the other forms of the account pages.")
    .skill(FIXTURE.skill, SKILL_BODY);
  for (let step = 1; step <= LATER_STEPS; step++) {
    lines.tool("Read", { file_path: `${FOLDER}/src/forms/form-${step}.ts` }, source(`form${step}`, 45));
  }
  return lines
    .says("The other forms refuse an empty password already.")
    .prompt("Thanks. Write that down in the changelog.")
    .tool(
      "Write",
      { file_path: `${FOLDER}/CHANGELOG.md`, content: "- Login refuses an empty password.\n" },
      "File created successfully at: CHANGELOG.md",
    )
    .says("The changelog has it.");
}

function reviewer(session: string, startMs: number): Lines {
  const login = source("login", 60);
  return new Lines(session, startMs, { isSidechain: true, agentId: AGENT_ID }, "s")
    .prompt(REVIEW_PROMPT)
    .tool("Read", { file_path: `${FOLDER}/${FIXTURE.readTwice}` }, login)
    .tool("Grep", { pattern: "accept\\(", path: "src" }, "src/login.ts:14: accept(password)")
    .tool("Read", { file_path: `${FOLDER}/${FIXTURE.readTwice}` }, login)
    .says("An empty password passes line 14.");
}

const SKILL_BODY = [
  "# Test first",
  "Write the failing test before the change, run it, then make it pass.",
  ...Array.from(
    { length: 40 },
    (_, at) => `- Step ${at + 1}: name the behaviour, set it up in one line, check one thing.`,
  ),
].join("\n");

const FAILURE = [
  "Exit code 1",
  " FAIL  src/login.test.ts > login > refuses an empty password",
  "AssertionError: expected true to be false",
  ...Array.from(
    { length: 36 },
    (_, at) => `    at step${at} (${FOLDER}/node_modules/runner/dist/chunk-${at}.js:${at + 10}:7)`,
  ),
  "Tests  1 failed | 11 passed (12)",
].join("\n");

/** A file as the Read tool shows it, with line numbers. */
function source(name: string, lines: number): string {
  return Array.from(
    { length: lines },
    (_, at) =>
      `${String(at + 1).padStart(6)}→export const ${name}Rule${at} = check("${name}", ${at * 7}); // keeps ${name} honest`,
  ).join("\n");
}
