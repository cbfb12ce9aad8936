import { MixedParser } from "../mixed-parser";
import type { TranscriptOptions } from "../options";
import { CursorReader } from "./reader";

/**
 * Reads Cursor's agent transcripts (`~/.cursor/projects/<project>/agent-transcripts/<id>/<id>.jsonl`, sub-agents below
 * `subagents/`), and chats of the editor as rows out of its database: `[{"key": "composerData:…", "value": …}, …]`.
 */
export class CursorParser extends MixedParser {
  constructor(options: TranscriptOptions = {}) {
    super("cursor", options, (file) => new CursorReader(file), "rows of composerData: and bubbleId:");
  }
}
