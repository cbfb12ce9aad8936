import { DocumentParser } from "../document-parser";
import { readMessageList } from "../message-array/document";
import type { TranscriptOptions } from "../options";

/**
 * Reads conversations as Anthropic's Messages API takes them: a list of messages, or a request's body with `system`,
 * `tools` and `messages`. Thinking and calls stand in the answer, results in the next message of the user.
 * https://docs.anthropic.com/en/api/messages
 */
export class AnthropicMessagesParser extends DocumentParser {
  constructor(options: TranscriptOptions = {}) {
    super("anthropic-messages", options, readMessageList, "list of messages");
  }
}
