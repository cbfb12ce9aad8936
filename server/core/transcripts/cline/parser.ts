import type { Client } from "../../events/kinds";
import { DocumentParser } from "../document-parser";
import type { TranscriptOptions } from "../options";
import { readTask } from "./document";

/**
 * Reads the tasks of Cline, and of Roo Code and Kilo Code that come from it:
 * `<globalStorage>/<extension>/tasks/<task>/api_conversation_history.json`, a list of Anthropic's messages.
 */
export class ClineParser extends DocumentParser {
  constructor(client: Extract<Client, "cline" | "roo">, options: TranscriptOptions = {}) {
    super(client, options, readTask, "conversation of Cline. Name the api_conversation_history.json of the task");
  }
}
