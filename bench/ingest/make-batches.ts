import { bodyMaker, seededRandom } from "../../server/core/redact/testing/planted-secrets";

/** Batches as a client sends them: plain objects, made before the clock starts. */
export interface BenchBatch {
  session: Record<string, unknown>;
  events: Record<string, unknown>[];
  requests: Record<string, unknown>[];
}

const START_MS = Date.UTC(2026, 9, 1, 6);
const STEP_MS = 1_500;
const MODEL = "claude-sonnet-4-5";
const TOOLS = ["Bash", "Read", "Edit"] as const;
const WORDS =
  "const return await import export function session request token cache config error result value index path name type number string await null true false for while map filter reduce promise stream buffer".split(
    " ",
  );

/**
 * Sessions of an agent at work: prompts, answers, calls and results of about 1 KB of JSON an event, every text its own.
 * One line in two hundred holds a password, so that redaction has something to find.
 */
export function makeBatches(options: BatchShape): BenchBatch[] {
  const maker = new SessionMaker(options);
  return Array.from({ length: options.sessions }, (_, session) => maker.session(session)).flat();
}

export interface BatchShape {
  readonly sessions: number;
  readonly batchesPerSession: number;
  readonly batchEvents: number;
  readonly seed: number;
  readonly project: string;
}

/** Every so many events a person says something. */
const PROMPT_EVERY = 40;

class SessionMaker {
  private readonly random: Random;
  private readonly body: Body;

  constructor(private readonly options: BatchShape) {
    this.random = seededRandom(options.seed);
    this.body = bodyMaker(options.seed);
  }

  session(number: number): BenchBatch[] {
    const { batchesPerSession, batchEvents, seed } = this.options;
    const id = `bench-${seed}-${number}`;
    const startMs = START_MS + number * 60_000;
    return Array.from({ length: batchesPerSession }, (_, at) => this.batch(id, startMs, at * batchEvents));
  }

  private batch(id: string, startMs: number, firstStep: number): BenchBatch {
    const { batchEvents, project } = this.options;
    const session = {
      client: "claude-code",
      id,
      projectSlug: project,
      branch: "main",
      model: MODEL,
      windowTokens: 200_000,
    };
    const batch: BenchBatch = { session, events: [], requests: [] };
    for (let step = firstStep + 1; step <= firstStep + batchEvents; step++) {
      const common = {
        id: `${id}-${step}`,
        seq: step * 64,
        at: new Date(startMs + step * STEP_MS).toISOString(),
        thread: "main",
      };
      if (step % PROMPT_EVERY === 1)
        batch.events.push({ ...common, kind: "user_prompt", text: prose(this.random, this.body, 850) });
      else if (step % 2 === 0) this.call(batch, id, common);
      else this.result(batch, id, common);
    }
    return batch;
  }

  private call(batch: BenchBatch, id: string, common: { seq: number; at: string }): void {
    const pair = pairOf(common.seq);
    const requestId = `${id}-m${pair}`;
    const usage = { inputTokens: 12, cacheReadTokens: 900 * pair, cacheWriteTokens: 900, outputTokens: 240 };
    batch.requests.push({ id: requestId, seq: common.seq, at: common.at, model: MODEL, usage });
    const input = inputOf(pair, this.random, this.body);
    batch.events.push({
      ...common,
      kind: "tool_call",
      tool: TOOLS[pair % 3],
      callId: `${id}-c${pair}`,
      requestId,
      input,
    });
  }

  private result(batch: BenchBatch, id: string, common: { seq: number }): void {
    const text = code(this.random, this.body, 900);
    batch.events.push({ ...common, kind: "tool_result", callId: `${id}-c${pairOf(common.seq)}`, outcome: "ok", text });
  }
}

function pairOf(seq: number): number {
  return Math.floor(seq / 128);
}

type Random = () => number;
type Body = ReturnType<typeof bodyMaker>;

function inputOf(pair: number, random: Random, body: Body): Record<string, unknown> {
  if (pair % 3 === 0)
    return { command: `npm test -- src/${word(random)}-${pair % 50}.test.ts`, description: prose(random, body, 700) };
  if (pair % 3 === 1)
    return {
      file_path: `/work/app/src/${word(random)}/${pair % 200}.ts`,
      offset: pair,
      limit: 200,
      note: prose(random, body, 650),
    };
  return {
    file_path: `/work/app/src/${word(random)}/${pair % 200}.ts`,
    old_string: code(random, body, 320),
    new_string: code(random, body, 330),
  };
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
    text +=
      random() < 0.005
        ? `DB_PASSWORD=${body(24)}\n`
        : `  ${word(random)} ${word(random)}_${body(4)} = ${word(random)}(${word(random)}, "${body(8)}");\n`;
  }
  return text;
}
