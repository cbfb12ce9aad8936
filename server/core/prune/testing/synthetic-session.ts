import type { ToolClass } from "../../events/kinds";
import type { SessionBoundary, SessionEvent, SessionInput, SessionRequest } from "../model";

/**
 * A long session of the wished size, the same for the same size: files are read, searched, edited and read again,
 * checks fail and pass, prompts and remarks come between, about 1 KB an event; it is compacted every 15,000 events, or
 * as often as is asked for.
 */
export function syntheticSession(eventCount: number, compactEvery = 15_000): SessionInput {
  const maker = new Maker(compactEvery);
  while (maker.events.length < eventCount) maker.step();
  return {
    client: "claude-code",
    model: "claude-opus-4-5",
    windowTokens: 200_000,
    threads: [{ key: "main", agent: "main", parentKey: null, auxiliary: false }],
    events: maker.events.slice(0, eventCount),
    requests: maker.requests,
    boundaries: maker.boundaries,
    marks: [],
    pins: [],
    standings: new Map(),
    acknowledged: new Set(),
    records: [],
    summaries: [],
  };
}

interface Used {
  readonly tool: string;
  readonly toolClass: ToolClass;
  readonly target: string | null;
  readonly command: string | null;
  readonly mutates: boolean;
  readonly exitCode: number | null;
  readonly text: string;
}

const FILES = 300;
const START_MS = Date.UTC(2026, 0, 5, 9);

class Maker {
  readonly events: SessionEvent[] = [];
  readonly requests: SessionRequest[] = [];
  readonly boundaries: SessionBoundary[] = [];
  private seq = 0;
  private seed = 42;
  private readonly versions = new Map<number, number>();

  constructor(private readonly compactEvery: number) {}

  step(): void {
    this.request();
    if (this.events.length > this.compactEvery * (this.boundaries.length + 1)) {
      this.boundaries.push({ thread: "main", seq: this.seq++, atMs: this.now(), kind: "compaction", toSeq: null });
    }
    const dice = this.random(100);
    const file = this.random(FILES);
    const path = `/repo/src/module${file % 20}/file${file}.ts`;
    if (dice < 4) this.push({ kind: "user_prompt", text: `Please look at ${path} and go on with step ${dice}.` });
    else if (dice < 24)
      this.push({
        kind: "assistant_message",
        text: `Now ${path}: handler${file} calls value_${this.random(500)}. `.repeat(8),
      });
    else if (dice < 58) this.use({ tool: "Read", toolClass: "source_read", target: path, text: this.fileText(file) });
    else if (dice < 70)
      this.use({
        tool: "Grep",
        toolClass: "search",
        target: `handler${file}`,
        text: this.fileText(file).slice(0, 900),
      });
    else if (dice < 84) this.edit(file, path);
    else this.check(file);
  }

  private edit(file: number, path: string): void {
    this.versions.set(file, (this.versions.get(file) ?? 0) + 1);
    this.use({
      tool: "Edit",
      toolClass: "edit",
      target: path,
      mutates: true,
      text: `The file ${path} has been updated.`,
    });
  }

  private check(file: number): void {
    const fails = this.random(3) === 0;
    const text = fails
      ? `FAIL file${file}.test.ts\nError: expected value_${file}\n${"    at run (x.js:1:1)\n".repeat(30)}`
      : "42 passed";
    const command = `cd /repo && npx vitest run src/file${file % 10}.test.ts`;
    this.use({ tool: "Bash", toolClass: "test", command, exitCode: fails ? 1 : 0, text });
  }

  private use(used: Partial<Used> & Pick<Used, "tool" | "toolClass" | "text">): void {
    const full: Used = { target: null, command: null, mutates: false, exitCode: null, ...used };
    const { text, exitCode, ...rest } = full;
    const callId = `call-${this.seq}`;
    const paramsKey = full.target ?? full.command;
    const shared = { ...rest, callId, paramsKey, paths: full.target === null ? [] : [full.target] };
    this.push({ kind: "tool_call", text: JSON.stringify({ on: paramsKey, note: "x".repeat(200) }), ...shared });
    const partner = this.events.at(-1)?.ref ?? null;
    this.push({ kind: "tool_result", text, ...shared, partner, exitCode, outcome: exitCode === 1 ? "error" : "ok" });
  }

  private push(event: Partial<SessionEvent> & Pick<SessionEvent, "kind" | "text">): void {
    this.events.push({
      ref: `0199c0de-0000-7000-8000-${String(this.seq).padStart(12, "0")}`,
      thread: "main",
      seq: this.seq++,
      atMs: this.now(),
      tool: null,
      toolClass: null,
      callId: null,
      partner: null,
      target: null,
      paths: [],
      command: null,
      range: null,
      mutates: false,
      paramsKey: null,
      contentKey: `${event.text.length}:${event.text.slice(0, 60)}:${event.text.slice(-60)}`,
      outcome: null,
      exitCode: null,
      skill: null,
      requestId: null,
      tokens: Math.ceil(event.text.length / 4),
      ...event,
    });
  }

  private request(): void {
    const seq = this.seq++;
    this.requests.push({
      id: `req-${seq}`,
      thread: "main",
      seq,
      atMs: this.now(),
      model: "claude-opus-4-5",
      contextTokens: null,
    });
  }

  private fileText(file: number): string {
    const version = this.versions.get(file) ?? 0;
    const line = `  const value_${file}_${version} = handler${file % 40}.call(input, options${file % 7});\n`;
    return `export function handler${file}(input: Input): Output {\n${line.repeat(24)}}\n`;
  }

  private now(): number {
    return START_MS + this.seq * 1_000;
  }

  /** A linear congruential generator (Numerical Recipes): the same numbers every time. */
  private random(below: number): number {
    this.seed = (this.seed * 1_664_525 + 1_013_904_223) % 4_294_967_296;
    return Math.floor((this.seed / 4_294_967_296) * below);
  }
}
