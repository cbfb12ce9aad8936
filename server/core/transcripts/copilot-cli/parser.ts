import { LineParser } from "../line-parser";
import type { TranscriptOptions } from "../options";
import { CopilotReader } from "./reader";

/**
 * Reads the sessions of GitHub Copilot CLI (`~/.copilot/session-state/<session>/events.jsonl`). Sub-agents are in the
 * same file.
 * https://github.com/github/copilot-sdk, the session events that it generates from the CLI's own schema
 */
export class CopilotCliParser extends LineParser {
  constructor(options: TranscriptOptions = {}) {
    super("copilot-cli", options, (file) => new CopilotReader(file));
  }
}
