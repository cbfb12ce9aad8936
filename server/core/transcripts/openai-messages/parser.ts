import { DocumentParser } from "../document-parser";
import { readMessageList } from "../message-array/document";
import type { TranscriptOptions } from "../options";

/**
 * Reads conversations as OpenAI's APIs take them: the messages of chat completions (calls in `tool_calls`, results with
 * the role `tool`), or the items of the Responses API; as a list, or in a request's body.
 * https://platform.openai.com/docs/api-reference/chat and …/responses
 */
export class OpenAiMessagesParser extends DocumentParser {
  constructor(options: TranscriptOptions = {}) {
    super("openai-messages", options, readMessageList, "list of messages");
  }
}
