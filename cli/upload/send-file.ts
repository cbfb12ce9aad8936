import type { SessionHeader } from "@/server/core/events/ingest-batch";
import type { SessionPart } from "@/server/core/transcripts/parser";
import { CliFault } from "../fault";
import { type Api, sentenceOf } from "./api";
import { Batcher } from "./batcher";
import type { Progress } from "./progress";
import { hashPrefix, readTranscript } from "./read-file";
import type { Tally } from "./tally";

export interface FileTask {
  readonly file: string;
  /** Adds to a header where its project comes from. */
  readonly address: (header: SessionHeader) => Promise<SessionHeader>;
  readonly maxEntries: number;
  readonly create: boolean;
}

/** A parser may hold records back for a while; a resumed file sends this much again, as duplicates. */
const OVERLAP_BYTES = 512 * 1024;
/** The parsers number events by byte offset × 64 + block. */
const SEQ_PER_BYTE = 64;
const ACKNOWLEDGE_EVERY_BYTES = 8 * 1024 * 1024;

/** Sends what a file has beyond its acknowledged part. A fault of one file is noted, and the next goes on. */
export async function sendFile(api: Api, task: FileTask, tally: Tally, progress: Progress): Promise<void> {
  tally.files++;
  try {
    await new FileUpload(api, task, tally, progress).run();
  } catch (error) {
    const why = error instanceof CliFault ? error.message : sentenceOf(error);
    tally.failedFiles.push({ file: task.file, why });
  }
}

class FileUpload {
  private readonly batchers = new Map<string, Batcher>();
  private owner: SessionHeader | null = null;
  private skipBefore = 0;
  private acknowledged = 0;
  private sent = 0;

  constructor(
    private readonly api: Api,
    private readonly task: FileTask,
    private readonly tally: Tally,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<void> {
    const { file } = this.task;
    const steps = readTranscript(file, (report) => {
      this.tally.badLines += report.badLineCount;
    });
    let end = 0;
    for await (const step of steps) {
      if (!(await this.begin(step.parts, step.totalBytes))) {
        this.tally.unchangedFiles++;
        return;
      }
      await this.take(step.parts);
      this.progress.bytes(step.readBytes, step.totalBytes);
      end = step.wholeLineBytes;
      if (end - this.acknowledged > ACKNOWLEDGE_EVERY_BYTES) await this.acknowledge(end);
    }
    await this.acknowledge(end);
    if (this.sent === 0) this.tally.emptyFiles++;
  }

  /** Once the first session of the file is known: where did the last import stop? False when nothing is new. */
  private async begin(parts: readonly SessionPart[], totalBytes: number): Promise<boolean> {
    const first = parts[0];
    if (this.owner || !first) return true;
    this.owner = await this.task.address(first.header);
    const cursor = await this.api.ingest.cursor.query({ session: this.owner, source: this.task.file });
    if (!cursor || cursor.byteOffset > totalBytes) return true;
    // A rewritten file starts over; the server knows which of its events it has.
    if ((await hashPrefix(this.task.file, cursor.byteOffset)) !== cursor.prefixSha256) return true;
    this.acknowledged = cursor.byteOffset;
    this.skipBefore = Math.max(0, cursor.byteOffset - OVERLAP_BYTES) * SEQ_PER_BYTE;
    return cursor.byteOffset < totalBytes;
  }

  private async take(parts: readonly SessionPart[]): Promise<void> {
    for (const part of parts) {
      const events = part.events.filter((event) => event.seq >= this.skipBefore);
      for (const batch of this.batcherOf(part).add({ ...part, events })) await this.send(batch);
    }
  }

  private batcherOf(part: SessionPart): Batcher {
    const known = this.batchers.get(part.header.id);
    if (known) return known;
    const batcher = new Batcher(part.header, this.task.maxEntries);
    this.batchers.set(part.header.id, batcher);
    return batcher;
  }

  private async acknowledge(byteOffset: number): Promise<void> {
    for (const batcher of this.batchers.values()) {
      for (const batch of batcher.drain()) await this.send(batch);
    }
    const prefixSha256 = await hashPrefix(this.task.file, byteOffset);
    if (!this.owner || this.sent === 0 || prefixSha256 === null) return;
    await this.api.ingest.setCursor.mutate({ session: this.owner, source: this.task.file, byteOffset, prefixSha256 });
    this.acknowledged = byteOffset;
  }

  private async send(batch: SessionPart): Promise<void> {
    const { header, ...content } = batch;
    const session = await this.task.address(header);
    const answer = await this.api.ingest.append.mutate({ session, ...content, create: this.task.create });
    this.sent++;
    const { tally } = this;
    tally.accepted += answer.accepted;
    tally.duplicates += answer.duplicates;
    tally.sessions.set(answer.session.id, { url: answer.session.url, project: answer.project });
    for (const result of answer.results) {
      if (result.contentDiffers) tally.differing++;
      if (result.status === "rejected") this.reject(result.field ?? `event ${result.id}`, result.message ?? "");
    }
    for (const problem of answer.problems) this.reject(problem.field, problem.message);
  }

  private reject(what: string, why: string): void {
    this.tally.rejected.push({ file: this.task.file, what, why });
  }
}
