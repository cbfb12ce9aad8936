import { ByteLines } from "../byte-lines";
import { type AgentCall, emptyReport, noteBadLine, type TranscriptOptions, type TranscriptReport } from "../options";
import type { SessionPart, TranscriptParser } from "../parser";
import { takeParts } from "../parts";
import { AiderReader } from "./reader";

/**
 * Reads Aider's chat history (`.aider.chat.history.md` at the root of a repository): Markdown with many chats, each a
 * session of its own. A record is a heading, a line that was typed or the beginning of a chat, with what stands below.
 * https://aider.chat/docs/config/options.html#--chat-history-file-chat_history_file
 */
export class AiderParser implements TranscriptParser {
  readonly client = "aider";
  readonly report: TranscriptReport = emptyReport();
  /** Aider has no sub-agents. */
  readonly agentCalls: ReadonlyMap<string, AgentCall> = new Map();
  readonly #reader: AiderReader;
  readonly #lines: ByteLines;
  /** A byte that is no UTF-8 becomes U+FFFD instead of costing the line. */
  readonly #decoder = new TextDecoder("utf-8", { ignoreBOM: true });

  constructor(options: TranscriptOptions = {}) {
    const reader = new AiderReader(options, this.report);
    this.#reader = reader;
    this.#lines = new ByteLines({
      onLine: (bytes, byteOffset) => reader.line(this.#decoder.decode(bytes), byteOffset),
      onLongLine: (line, byteOffset, reason) => noteBadLine(this.report, line, byteOffset, reason),
    });
  }

  push(chunk: Uint8Array): SessionPart[] {
    this.#lines.push(chunk);
    return takeParts(this.#reader.takeDrafts());
  }

  end(): SessionPart[] {
    this.#lines.end();
    this.#reader.finish();
    return takeParts(this.#reader.takeDrafts());
  }
}
