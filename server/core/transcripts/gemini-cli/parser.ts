import { MixedParser } from "../mixed-parser";
import type { TranscriptOptions } from "../options";
import { GeminiReader } from "./reader";

/**
 * Reads Gemini CLI's chats (`~/.gemini/tmp/<project>/chats/session-<time>-<id>`): `.jsonl` since version 0.40, one
 * `.json` document before. Sub-agents have files of their own in a folder named after their parent's session.
 * https://github.com/google-gemini/gemini-cli, packages/core/src/services/chatRecordingTypes.ts
 */
export class GeminiCliParser extends MixedParser {
  constructor(options: TranscriptOptions = {}) {
    super("gemini-cli", options, (file) => new GeminiReader(file), "chat of Gemini CLI");
  }
}
