import { createHash } from "node:crypto";
import { open } from "node:fs/promises";
import { createParser, detectClient } from "@/server/core/transcripts/detect";
import type { ParseReport, SessionPart } from "@/server/core/transcripts/parser";
import { CliFault } from "../fault";
import { readAgentTypes } from "../files/agent-types";

const CHUNK_BYTES = 1024 * 1024;
const DETECT_BYTES = 64 * 1024;
const NEWLINE = 0x0a;

export interface FileStep {
  readonly parts: SessionPart[];
  /** Bytes up to the end of the last whole line that the parser has seen. */
  readonly wholeLineBytes: number;
  readonly readBytes: number;
  readonly totalBytes: number;
}

/** Hash of the first `bytes` of a file; null when the file is shorter. */
export async function hashPrefix(file: string, bytes: number): Promise<string | null> {
  const handle = await open(file, "r");
  try {
    if ((await handle.stat()).size < bytes) return null;
    const hash = createHash("sha256");
    const buffer = Buffer.alloc(CHUNK_BYTES);
    for (let at = 0; at < bytes; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, bytes - at), at);
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
 * Parses a file in constant memory. It is read up to the size that it had at the start: a file that grows meanwhile
 * gives its rest at the next import. Faults: an empty file, an unknown or unsupported format.
 */
export async function* readTranscript(file: string, report: (report: ParseReport) => void): AsyncGenerator<FileStep> {
  const handle = await open(file, "r");
  try {
    const totalBytes = (await handle.stat()).size;
    if (totalBytes === 0) throw new CliFault("The file is empty.");
    const buffer = Buffer.alloc(CHUNK_BYTES);
    const head = await handle.read(buffer, 0, Math.min(DETECT_BYTES, totalBytes), 0);
    const created = createParser(clientOf(buffer.subarray(0, head.bytesRead), file), {
      path: file,
      agentTypes: await readAgentTypes(file),
      sha256: (bytes) => createHash("sha256").update(bytes).digest("hex"),
    });
    if (!created.ok) throw new CliFault(created.fault.message);
    const parser = created.value;
    let wholeLineBytes = 0;
    for (let at = 0; at < totalBytes; ) {
      const { bytesRead } = await handle.read(buffer, 0, Math.min(CHUNK_BYTES, totalBytes - at), at);
      if (bytesRead === 0) break; // the file was cut while it was read
      const chunk = buffer.subarray(0, bytesRead);
      const newline = chunk.lastIndexOf(NEWLINE);
      if (newline >= 0) wholeLineBytes = at + newline + 1;
      at += bytesRead;
      yield { parts: parser.push(chunk), wholeLineBytes, readBytes: at, totalBytes };
    }
    const parts = parser.end();
    // A last line without newline counts once it is whole; a torn one is read again when it has grown.
    const torn = parser.report.badLines.some((line) => line.byteOffset >= wholeLineBytes);
    yield { parts, wholeLineBytes: torn ? wholeLineBytes : totalBytes, readBytes: totalBytes, totalBytes };
    report(parser.report);
  } finally {
    await handle.close();
  }
}

function clientOf(head: Uint8Array, file: string) {
  const client = detectClient(head, file);
  if (client === null) throw new CliFault("No known transcript format. Give a transcript of Claude Code or Codex.");
  return client;
}
