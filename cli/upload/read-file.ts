import { createHash } from "node:crypto";
import { type FileHandle, open } from "node:fs/promises";
import { type AccountingParser, createParser, detectClient, unknownFormat } from "@/server/core/transcripts/detect";
import type { ParseReport, SessionPart } from "@/server/core/transcripts/parser";
import { NotATranscript } from "../fault";
import type { AgentCallBook } from "../files/agent-calls";
import { readAgentTypes } from "../files/agent-types";
import { readRequestLog } from "../files/request-log";
import { readSessionFolder } from "../files/session-folder";

const CHUNK_BYTES = 1024 * 1024;
const DETECT_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface FileStep {
  readonly parts: SessionPart[];
  /** Bytes up to the end of the last whole line that the parser has seen, and their SHA-256 in hexadecimal. */
  readonly wholeLineBytes: number;
  readonly prefixSha256: string;
  readonly readBytes: number;
  /** Of the lines that count: not of a last one that is still being written. */
  readonly totalBytes: number;
  /** Of a last line that waits for its rest. */
  readonly tornBytes: number;
}

/** Hash of the first `bytes` of a file; null when the file is shorter. */
export async function hashPrefix(file: string, bytes: number): Promise<string | null> {
  const handle = await open(file, "r");
  try {
    const hash = createHash("sha256");
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, Math.max(bytes, 1)));
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, bytes - at), at);
      if (bytesRead === 0) return null;
      hash.update(buffer.subarray(0, bytesRead));
      at += bytesRead;
    }
    return hash.digest("hex");
  } finally {
    await handle.close();
  }
}

/**
 * How many bytes of a transcript count: its client may be writing it, so that a last line may not be whole yet. A reader
 * would take the records that it quotes for records of their own.
 */
async function settledBytes(handle: FileHandle, file: string, totalBytes: number): Promise<number> {
  if (!/\.jsonl$/i.test(file)) return totalBytes;
  let tail = Buffer.alloc(0);
  for (let at = totalBytes; at > 0; ) {
    const chunk = Buffer.alloc(Math.min(DETECT_BYTES, at));
    at -= chunk.length;
    await handle.read(chunk, 0, chunk.length, at);
    tail = Buffer.concat([chunk, tail]);
    const newline = chunk.lastIndexOf(NEWLINE);
    if (newline < 0) continue;
    return isTorn(tail.subarray(newline + 1)) ? at + newline + 1 : totalBytes;
  }
  return isTorn(tail) ? 0 : totalBytes;
}

/** The beginning of a record. Anything else becomes none, however long it is waited for. */
function isTorn(line: Buffer): boolean {
  const text = line.toString("utf8");
  if (!/^\ufeff?\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text.replace(/^\ufeff/, ""));
    return false;
  } catch {
    return true;
  }
}

/**
 * Parses a file in constant memory. It is read up to the size that it had at the start: a file that grows meanwhile
 * gives its rest at the next import, and a last line of a `.jsonl` that is torn waits for its rest. `report` is told once
 * the file is read to its end; `calls` goes from file to file.
 * @throws NotATranscript for an empty file, an unknown format, and a client that is not supported yet.
 */
export async function* readTranscript(
  file: string,
  calls: AgentCallBook,
  report: (report: ParseReport) => void,
): AsyncGenerator<FileStep> {
  const handle = await open(file, "r");
  try {
    const { size, mtime } = await handle.stat();
    if (size === 0) throw new NotATranscript("The file is empty.");
    const totalBytes = await settledBytes(handle, file, size);
    const tornBytes = size - totalBytes;
    if (totalBytes === 0) throw new NotATranscript("Its first line is not whole yet.");
    const parser = await openParser(handle, { file, totalBytes, writtenAt: mtime }, calls);
    const prefix = new WholeLines();
    const buffer = Buffer.alloc(Math.min(CHUNK_BYTES, totalBytes));
    for (let at = 0; at < totalBytes; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(buffer.length, totalBytes - at), at);
      if (bytesRead === 0) break; // the file was cut while it was read
      const chunk = buffer.subarray(0, bytesRead);
      prefix.take(chunk);
      at += bytesRead;
      yield { parts: parser.push(chunk), ...prefix.seen(), readBytes: at, totalBytes, tornBytes };
    }
    const badLines = parser.report.badLineCount;
    const parts = parser.end();
    calls.note(file, parser.agentCalls);
    // A last line without newline counts once it is whole; a damaged one is read again when it has grown.
    const isBad = parser.report.badLineCount > badLines;
    yield { parts, ...(isBad ? prefix.seen() : prefix.all()), readBytes: totalBytes, totalBytes, tornBytes };
    report(parser.report);
  } finally {
    await handle.close();
  }
}

interface OpenedFile {
  readonly file: string;
  readonly totalBytes: number;
  /** When the file was last written: the best guess for formats that tell no times. */
  readonly writtenAt: Date;
}

async function openParser(
  handle: FileHandle,
  { file, totalBytes, writtenAt }: OpenedFile,
  calls: AgentCallBook,
): Promise<AccountingParser> {
  const head = Buffer.alloc(Math.min(DETECT_BYTES, totalBytes));
  const { bytesRead } = await handle.read(head, 0, head.length, 0);
  const client = detectClient(head.subarray(0, bytesRead), file);
  if (client === null) throw new NotATranscript(unknownFormat(head.subarray(0, bytesRead)));
  const cwd = await readSessionFolder(file);
  const requestLog = await readRequestLog(file);
  const parser = createParser(client, {
    path: file,
    agentTypes: await readAgentTypes(file),
    agentCalls: calls.for(file),
    ...(cwd === undefined ? {} : { cwd }),
    ...(requestLog === undefined ? {} : { requestLog }),
    startAt: writtenAt.toISOString(),
    sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
  });
  if (!parser.ok) throw new NotATranscript(parser.fault.message);
  return parser.value;
}

/** Counts and hashes a file as it is read, so that no byte is read again for its cursor. */
class WholeLines {
  private readonly hash = createHash("sha256");
  private bytes = 0;
  private lines = { wholeLineBytes: 0, prefixSha256: this.digest() };

  take(chunk: Buffer): void {
    const end = chunk.lastIndexOf(NEWLINE) + 1;
    this.hash.update(chunk.subarray(0, end));
    if (end > 0) this.lines = { wholeLineBytes: this.bytes + end, prefixSha256: this.digest() };
    this.hash.update(chunk.subarray(end));
    this.bytes += chunk.length;
  }

  seen(): Pick<FileStep, "wholeLineBytes" | "prefixSha256"> {
    return this.lines;
  }

  all(): Pick<FileStep, "wholeLineBytes" | "prefixSha256"> {
    return { wholeLineBytes: this.bytes, prefixSha256: this.digest() };
  }

  private digest(): string {
    return this.hash.copy().digest("hex");
  }
}
