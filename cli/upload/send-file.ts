import type { ParseReport, SessionPart } from "@/server/core/transcripts/parser";
import { type CliFault, NotATranscript, StopFault } from "../fault";
import type { AgentCallBook } from "../files/agent-calls";
import type { FoundFile } from "../files/find-transcripts";
import { number } from "../output";
import { addressed, type ProjectRoutes, type Route, UnknownProject } from "../projects/project-routes";
import { type Api, type AppendAnswer, toFault } from "./api";
import { Batcher, hasContent } from "./batcher";
import type { Progress } from "./progress";
import { type FileStep, hashPrefix, readTranscript } from "./read-file";
import type { Tally } from "./tally";

export interface SendOptions {
  readonly routes: ProjectRoutes;
  readonly calls: AgentCallBook;
  readonly maxEntries: number;
  readonly create: boolean;
  /** Told of each batch that the server took, for those who pass its advice on. */
  readonly heard?: (answer: AppendAnswer, header: SessionPart["header"]) => void;
}

/** A record may be split over two reads of a growing file; so much is sent again, as duplicates. */
const OVERLAP_BYTES = 512 * 1024;
/** The parsers number events by byte offset × 64 + block. */
const SEQ_PER_BYTE = 64;
const ACKNOWLEDGE_EVERY_BYTES = 8 * 1024 * 1024;

/**
 * Sends what a file has beyond its acknowledged part. A fault of the file is noted, and the next one goes on.
 * @throws StopFault when no other file could go either.
 */
export async function sendFile(
  api: Api,
  file: FoundFile,
  options: SendOptions,
  tally: Tally,
  progress: Progress,
): Promise<void> {
  try {
    await new FileUpload(api, file.path, options, tally, progress).run();
  } catch (error) {
    const fault = toFault(error);
    if (fault instanceof StopFault) throw fault;
    if (fault instanceof NotATranscript && !file.named) tally.leaveOut(file.path, fault.message);
    else tally.fail(file.path, fault);
  }
}

/** A session of the file: where it goes, and what waits to be sent. */
interface Outgoing {
  route: Route;
  readonly batcher: Batcher;
}

class FileUpload {
  /** By session id; null for a session that no project takes. */
  private readonly outgoing = new Map<string, Outgoing | null>();
  private owner: SessionPart["header"] | null = null;
  private refused: CliFault | null = null;
  private skipBefore = 0;
  private acknowledged = 0;
  private resumedAt = 0;
  private batches = 0;

  constructor(
    private readonly api: Api,
    private readonly file: string,
    private readonly options: SendOptions,
    private readonly tally: Tally,
    private readonly progress: Progress,
  ) {}

  async run(): Promise<void> {
    const { tally, file } = this;
    let last: FileStep | null = null;
    const steps = readTranscript(file, this.options.calls, (report) => this.noteBadLines(report));
    for await (const step of steps) {
      if (step.tornBytes > 0) tally.torn.add(file);
      for (const part of step.parts.filter(hasContent)) await this.take(part, step.totalBytes);
      if (this.acknowledged >= step.totalBytes) break;
      this.progress.bytes(step.readBytes);
      if (step.wholeLineBytes - this.acknowledged > ACKNOWLEDGE_EVERY_BYTES) await this.acknowledge(step);
      last = step;
    }
    if (last) await this.acknowledge(last);
    if (this.refused) throw this.refused;
    if (this.batches > 0) tally.sentFiles++;
    else if (this.owner) tally.unchangedFiles++;
    else tally.filesWithoutEvents++;
  }

  /** Those of an earlier import were said then. */
  private noteBadLines({ badLineCount, badLines }: ParseReport): void {
    const fresh = badLines.filter((line) => line.byteOffset >= this.resumedAt);
    this.tally.noteBadLines(this.file, badLineCount - (badLines.length - fresh.length), fresh);
  }

  private async take(part: SessionPart, totalBytes: number): Promise<void> {
    const outgoing = await this.outgoingOf(part, totalBytes);
    if (!outgoing || this.acknowledged >= totalBytes) return;
    const events = part.events.filter((event) => event.seq >= this.skipBefore);
    for (const batch of outgoing.batcher.add({ ...part, events })) await this.send(batch, outgoing);
  }

  private async outgoingOf(part: SessionPart, totalBytes: number): Promise<Outgoing | null> {
    const known = this.outgoing.get(part.header.id);
    if (known !== undefined) return known;
    const opened = await this.open(part);
    this.outgoing.set(part.header.id, opened);
    if (opened && !this.owner) {
      this.owner = part.header;
      await this.resume(part.header, opened.route, totalBytes);
    }
    return opened;
  }

  /** A session without project keeps its neighbours in the same file. */
  private async open(part: SessionPart): Promise<Outgoing | null> {
    try {
      const route = await this.options.routes.of(part);
      const batcher = new Batcher(part.header, this.options.maxEntries, ({ event, bytes }) =>
        this.reject(`event ${event.id}`, `it has ${number(bytes)} bytes as JSON, more than a batch takes.`),
      );
      return { route, batcher };
    } catch (error) {
      if (!(error instanceof UnknownProject)) throw error;
      this.refused ??= error;
      return null;
    }
  }

  /** Where did the last import of this file stop? A rewritten file starts over; the server knows what it has. */
  private async resume(header: SessionPart["header"], route: Route, totalBytes: number): Promise<void> {
    if (route.project === null) return;
    const cursor = await this.api.ingest.cursor.query(this.cursorOf(header, route.project));
    if (!cursor || cursor.byteOffset > totalBytes) return;
    if ((await hashPrefix(this.file, cursor.byteOffset)) !== cursor.prefixSha256) return;
    this.acknowledged = this.resumedAt = cursor.byteOffset;
    this.skipBefore = Math.max(0, cursor.byteOffset - OVERLAP_BYTES) * SEQ_PER_BYTE;
  }

  private cursorOf({ client, id }: SessionPart["header"], projectSlug: string) {
    return { session: { client, id, projectSlug }, source: this.file };
  }

  /** Sends what waits, then notes on the server how far this file is done. Not for a file that must come again. */
  private async acknowledge({ wholeLineBytes, prefixSha256 }: FileStep): Promise<void> {
    for (const outgoing of this.outgoing.values()) {
      for (const batch of outgoing?.batcher.drain() ?? []) if (outgoing) await this.send(batch, outgoing);
    }
    const project = this.owner && this.outgoing.get(this.owner.id)?.route.project;
    if (!this.owner || !project || this.batches === 0 || this.refused) return;
    const cursor = this.cursorOf(this.owner, project);
    await this.api.ingest.setCursor.mutate({ ...cursor, byteOffset: wholeLineBytes, prefixSha256 });
    this.acknowledged = wholeLineBytes;
  }

  private async send({ header, ...content }: SessionPart, outgoing: Outgoing): Promise<void> {
    const session = addressed(header, outgoing.route);
    const answer = await this.api.ingest.append.mutate({ session, ...content, create: this.options.create });
    this.options.heard?.(answer, header);
    const { tally } = this;
    const { project, results, problems } = answer;
    if (outgoing.route.project === null) outgoing.route = this.options.routes.made({ header }, outgoing.route, project);
    this.batches++;
    tally.accepted += answer.accepted;
    tally.duplicates += answer.duplicates;
    tally.sent(answer.session.id, { url: answer.session.url, project, isDefault: outgoing.route.isDefault });
    for (const result of results) {
      if (result.contentDiffers) tally.differing++;
      if (result.status === "rejected") this.reject(`event ${result.id ?? result.index}`, sentence(result));
    }
    for (const problem of problems) this.reject(problem.field, sentence(problem));
  }

  private reject(what: string, why: string): void {
    this.tally.reject({ file: this.file, what, why });
  }
}

/** The path inside the batch says nothing to people: `events[3].kind` becomes `kind`. */
function sentence({ field, message }: { field?: string | undefined; message?: string | undefined }): string {
  const name = field?.replace(/^\w+\[\d+\]\.?/, "");
  return name && !message?.includes(name) ? `${name}: ${message ?? ""}` : (message ?? "");
}
