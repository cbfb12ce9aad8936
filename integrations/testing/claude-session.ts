import path from "node:path";
import { ClaudeLines } from "@/server/core/transcripts/testing/claude-lines";
import { GrowingFile } from "./client-machine";

/** The folder that the lines of recorded sessions name. */
export const APP = "/home/dev/app";
/** Long enough that a client would do well to narrow it. */
export const LONG = Array.from({ length: 3_000 }, (_, line) => `src/file-${line}.ts: match ${line * 17}`).join("\n");

/** A skill, a long result and a sub-agent, each record as Claude Code writes it. */
export class ClaudeSession {
  private readonly lines: ClaudeLines;
  readonly transcript: GrowingFile;
  readonly agentTranscript: GrowingFile;
  private readonly base: Record<string, unknown>;

  constructor(
    home: string,
    readonly id: string,
  ) {
    const folder = path.join(home, ".claude/projects/-home-dev-app");
    this.transcript = new GrowingFile(path.join(folder, `${id}.jsonl`));
    this.agentTranscript = new GrowingFile(path.join(folder, id, "subagents/agent-a1b2.jsonl"));
    this.lines = new ClaudeLines();
    this.base = { session_id: id, transcript_path: this.transcript.file, cwd: APP, permission_mode: "default" };
  }

  payload(more: Record<string, unknown> = {}): Record<string, unknown> {
    return { ...this.base, ...more };
  }

  private get at() {
    return { sessionId: this.id };
  }

  async prompts(): Promise<void> {
    this.lines.prompt("Refuse an empty password.", { ...this.at, uuid: `${this.id}-prompt` });
    await this.grow();
  }

  async loadsSkill(): Promise<void> {
    this.lines
      .calls("t-skill", "Skill", { skill: "test-first" }, this.at)
      .result("t-skill", "Launching skill: test-first", {
        ...this.at,
        toolUseResult: { success: true, commandName: "test-first" },
      })
      .meta("Base directory for this skill: /home/dev/.claude/skills/test-first\n\nWrite the test first.", {
        ...this.at,
        sourceToolUseID: "t-skill",
      });
    await this.grow();
  }

  async greps(): Promise<void> {
    this.lines.calls("t-grep", "Grep", { pattern: "match" }, this.at).result("t-grep", LONG, this.at);
    await this.grow();
  }

  async asksReviewer(): Promise<void> {
    const prompt = "Review src/login.ts.";
    this.lines.calls("t-agent", "Agent", { subagent_type: "code-reviewer", description: "Review", prompt }, this.at);
    await this.grow();
    const side = { ...this.at, isSidechain: true, agentId: "a1b2" };
    const agent = new ClaudeLines()
      .prompt(prompt, { ...side, uuid: `${this.id}-s1` })
      .calls("t-read", "Read", { file_path: `${APP}/src/login.ts` }, { ...side, uuid: `${this.id}-s2` })
      .result("t-read", "export function login() {}", { ...side, uuid: `${this.id}-s3` });
    await this.agentTranscript.grow(agent.toString());
  }

  async hearsReviewer(): Promise<void> {
    this.lines
      .result("t-agent", [{ type: "text", text: "No faults.\nagentId: a1b2" }], {
        ...this.at,
        toolUseResult: { status: "completed", agentId: "a1b2", agentType: "code-reviewer", totalTokens: 90 },
      })
      .assistant({ type: "text", text: "It is refused now." }, {}, this.at);
    await this.grow();
  }

  async compacts(): Promise<void> {
    this.lines
      .system("compact_boundary", {
        ...this.at,
        parentUuid: null,
        compactMetadata: { trigger: "auto", preTokens: 150_000 },
      })
      .prompt("This session is being continued from a previous conversation.", {
        ...this.at,
        isCompactSummary: true,
        isVisibleInTranscriptOnly: true,
      });
    await this.grow();
  }

  private grow(): Promise<void> {
    return this.transcript.grow(this.lines.toString());
  }
}
