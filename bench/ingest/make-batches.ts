import { bodyMaker, seededRandom } from "../../server/core/redact/testing/planted-secrets";

/** Batches as a client sends them: plain objects, made before the clock starts. */
export interface BenchBatch {
  session: Record<string, unknown>;
  events: Record<string, unknown>[];
  requests: Record<string, unknown>[];
}

const START_MS = Date.UTC(2026, 9, 1, 6);
const STEP_MS = 1_500;
const WORDS =
  "const return await import export function session request token cache config error result value index path name type number string await null true false for while map filter reduce promise stream buffer".split(
    " ",
  );

/**
 * Sessions of an agent at work: prompts, answers, calls and results of about 1 KB of JSON an event, every text its own.
 * One line in two hundred holds a password, so that redaction has something to find.
 */
export function makeBatches(options: { sessions: number; batchesPerSession: number; batchEvents: number; seed: number; project: string }): BenchBatch[] {
  const random = seededRandom(options.seed);
  const body = bodyMaker(options.seed);
  const batches: BenchBatch[] = [];
  for (let session = 0; session < options.sessions; session++) {
    const id = `bench-${options.seed}-${session}`;
    let step = 0;
    for (let number = 0; number < options.batchesPerSession; number++) {
      const batch: BenchBatch = { session: { client: "claude-code", id, projectSlug: options.project, branch: "main", model: "claude-sonnet-4-5", windowTokens: 200_000 }, events: [], requests: [] };
      while (batch.events.length < options.batchEvents) {
        step++;
        const at = new Date(START_MS + session * 60_000 + step * STEP_MS).toISOString();
        const common = { seq: step * 64, at, thread: "main" };
        const pair = Math.floor(step / 2);
        if (step % 40 === 1) batch.events.push({ ...common, id: `${id}-${step}`, kind: "user_prompt", text: prose(random, body, 850) });
        else if (step % 2 === 0) {
          const requestId = `${id}-m${pair}`;
          batch.requests.push({ id: requestId, seq: step * 64, at, model: "claude-sonnet-4-5", usage: { inputTokens: 12, cacheReadTokens: 900 * pair, cacheWriteTokens: 900, outputTokens: 240 } });
          batch.events.push({ ...common, id: `${id}-${step}`, kind: "tool_call", tool: pair % 3 === 0 ? "Bash" : pair % 3 === 1 ? "Read" : "Edit", callId: `${id}-c${pair}`, requestId, input: inputOf(pair, random, body) });
        } else batch.events.push({ ...common, id: `${id}-${step}`, kind: "tool_result", callId: `${id}-c${pair}`, outcome: "ok", text: code(random, body, 900) });
      }
      batches.push(batch);
    }
  }
  return batches;
}

type Random = () => number;
type Body = ReturnType<typeof bodyMaker>;

function inputOf(pair: number, random: Random, body: Body): Record<string, unknown> {
  if (pair % 3 === 0) return { command: `npm test -- src/${word(random)}-${pair % 50}.test.ts`, description: prose(random, body, 700) };
  if (pair % 3 === 1) return { file_path: `/work/app/src/${word(random)}/${pair % 200}.ts`, offset: pair, limit: 200, note: prose(random, body, 650) };
  return { file_path: `/work/app/src/${word(random)}/${pair % 200}.ts`, old_string: code(random, body, 320), new_string: code(random, body, 330) };
}

function word(random: Random): string {
  return WORDS[Math.floor(random() * WORDS.length)] ?? "word";
}

function prose(random: Random, body: Body, length: number): string {
  let text = "";
  while (text.length < length) text += `${word(random)}${random() < 0.1 ? `${body(6)}. ` : " "}`;
  return text;
}

function code(random: Random, body: Body, length: number): string {
  let text = "";
  while (text.length < length) {
    text += random() < 0.005 ? `DB_PASSWORD=${body(24)}\n` : `  ${word(random)} ${word(random)}_${body(4)} = ${word(random)}(${word(random)}, "${body(8)}");\n`;
  }
  return text;
}
