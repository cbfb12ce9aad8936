import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";

/**
 * A Codex session as the program keeps it on disk: a skill that is read, the same file read twice, and a test that fails
 * before it passes. What it holds is known, so that tests can say what the pages must show of it.
 */
export const ROLLOUT = {
  prompt: "Refunds are rounded twice. Round them once, test first.",
  skill: "money-rules",
  folder: "/home/dev/billing-api",
  readTwice: "cat src/refund.ts",
  failingTest: "npm test -- refund",
  lastWords: "Refunds are rounded once, and a test holds it.",
} as const;

const STEP_MS = 6_000;
const LATER_STEPS = 30;

class Rollout {
  private readonly lines: string[] = [];
  private calls = 0;
  private inputTokens = 0;

  constructor(private readonly startMs: number) {}

  line(type: string, payload: Record<string, unknown>): this {
    const timestamp = new Date(this.startMs + this.lines.length * STEP_MS).toISOString();
    this.lines.push(JSON.stringify({ timestamp, type, payload }));
    return this;
  }

  /** To the model, and to the interface. */
  prompt(text: string): this {
    const content = [{ type: "input_text", text }];
    return this.line("response_item", { type: "message", role: "user", content }).line("event_msg", {
      type: "user_message",
      message: text,
    });
  }

  says(text: string): this {
    const content = [{ type: "output_text", text }];
    return this.line("event_msg", { type: "agent_message", message: text })
      .line("response_item", { type: "message", role: "assistant", content })
      .counts();
  }

  ran(cmd: string, exitCode: number, output: string): this {
    const callId = `call_${++this.calls}`;
    return this.line("response_item", {
      type: "function_call",
      name: "exec_command",
      arguments: JSON.stringify({ cmd }),
      call_id: callId,
    })
      .line("response_item", {
        type: "function_call_output",
        call_id: callId,
        output: `Chunk ID: 0a1b2c\nWall time: 0.1 seconds\nProcess exited with code ${exitCode}\nOutput:\n${output}`,
      })
      .counts();
  }

  private counts(): this {
    this.inputTokens += 2_000;
    const usage = {
      input_tokens: this.inputTokens,
      cached_input_tokens: this.inputTokens - 1_000,
      output_tokens: 40 * this.calls + 40,
      reasoning_output_tokens: 0,
      total_tokens: this.inputTokens + 40 * this.calls + 40,
    };
    const last = { ...usage, input_tokens: 2_000, cached_input_tokens: 1_000, output_tokens: 40, total_tokens: 2_040 };
    const info = { total_token_usage: usage, last_token_usage: last, model_context_window: 400_000 };
    return this.line("event_msg", { type: "token_count", info, rate_limits: null });
  }

  toString(): string {
    return this.lines.map((line) => `${line}\n`).join("");
  }
}

/** Writes it below `folder` as `~/.codex/sessions` has it. Answers the path inside the folder. */
export function writeRollout(folder: string, session: string, startMs: number): string {
  const { prompt, skill, readTwice, failingTest, lastWords } = ROLLOUT;
  const refund = lines(80, (at) => `export const refundRule${at} = round(amount * ${at}); // once and not twice`);
  const rollout = new Rollout(startMs)
    .line("session_meta", {
      ...{ id: session, timestamp: new Date(startMs).toISOString(), cwd: ROLLOUT.folder, originator: "codex-tui" },
      ...{ cli_version: "0.150.0", source: "cli", model_provider: "openai", git: { branch: "fix/refund" } },
    })
    .line("turn_context", { cwd: ROLLOUT.folder, model: "gpt-5.2-codex" })
    .prompt(prompt)
    .ran(
      `sed -n '1,200p' .codex/skills/${skill}/SKILL.md`,
      0,
      `# Money rules\n${lines(40, (at) => `- Rule ${at}: round once.`)}`,
    )
    .ran(readTwice, 0, refund)
    .ran(failingTest, 1, `FAIL src/refund.test.ts\n${lines(50, (at) => `    at step${at} (runner.js:${at}:7)`)}`)
    .ran(readTwice, 0, refund)
    .ran("sed -i 's/round(round(/round(/' src/refund.ts", 0, "")
    .ran(failingTest, 0, "Tests  9 passed (9)");
  for (let step = 1; step <= LATER_STEPS; step++) {
    rollout.ran(
      `cat src/money/part-${step}.ts`,
      0,
      lines(30, (at) => `export const part${step}_${at} = ${at};`),
    );
  }
  rollout.says(lastWords);
  const name = `rollout-2026-11-30T12-00-00-${session}.jsonl`;
  const inside = path.join("2026", "11", "30", name);
  mkdirSync(path.join(folder, path.dirname(inside)), { recursive: true });
  writeFileSync(path.join(folder, inside), rollout.toString());
  return inside;
}

function lines(count: number, line: (at: number) => string): string {
  return Array.from({ length: count }, (_, at) => line(at + 1)).join("\n");
}
