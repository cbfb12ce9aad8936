import { appendFileSync, mkdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect } from "@playwright/test";
import { steward } from "./steward";

/** A recorded transcript that is written once more, line by line, as its client wrote it. */
export class Replay {
  private readonly lines: readonly string[];
  private written = 0;

  constructor(
    recorded: string,
    readonly file: string,
  ) {
    this.lines = readFileSync(recorded, "utf8").trimEnd().split("\n");
    mkdirSync(path.dirname(file), { recursive: true });
  }

  /** Appends up to and with the first line, not written yet, that holds the words; without words, the rest. */
  upTo(words?: string): this {
    const at =
      words === undefined ? -1 : this.lines.findIndex((line, index) => index >= this.written && line.includes(words));
    if (words !== undefined && at === -1) throw new Error(`No line is left that holds: ${words}`);
    const end = words === undefined ? this.lines.length : at + 1;
    const piece = this.lines.slice(this.written, end);
    this.written = end;
    if (piece.length > 0) appendFileSync(this.file, `${piece.join("\n")}\n`);
    return this;
  }
}

/** A client whose hooks call the real command; what it leaves behind stays in `home`. */
export class HookedClient {
  constructor(
    private readonly client: "claude-code" | "codex",
    private readonly home: string,
    private readonly common: { readonly session_id: string; readonly transcript_path: string; readonly cwd: string },
  ) {}

  /** Calls a hook with the client's payload, and sees that it fails for no reason. */
  async calls(event: string, more: Record<string, unknown> = {}): Promise<void> {
    const payload = JSON.stringify({ ...this.common, hook_event_name: event, ...more });
    const ran = await steward(["hook", this.client], this.home, payload);
    expect(ran, ran.err).toMatchObject({ code: 0, err: "" });
  }

  /** Waits until all that its hooks noted is on the server. */
  async flushes(): Promise<void> {
    await expect
      .poll(async () => (await steward(["hook", "--flush"], this.home)).out, { timeout: 45_000, intervals: [1_000] })
      .toContain("is on the server");
  }
}
