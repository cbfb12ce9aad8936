import { fitId, fitName } from "../fields";
import { isObject, listAt, stringAt } from "../json";
import { argumentsOf } from "../message-array/arguments";
import { tokenCount } from "../usage";
import { type CopilotRecord, MAIN_THREAD } from "./state";

/** Reads an answer of the model: one record a request, with the calls that it asks for. */
export function readAnswer(record: CopilotRecord): string | null {
  const { file, data, writer } = record;
  const requestId = addRequest(record);
  // The thought itself is encrypted; its summary, if any, is what can be read.
  const thought = stringAt(data, "reasoningText");
  if (thought !== undefined || stringAt(data, "reasoningOpaque") !== undefined) {
    writer.add({ kind: "thinking", text: thought ?? "", requestId });
  }
  const text = stringAt(data, "content");
  if (text !== undefined) writer.add({ kind: "assistant_message", text, requestId });
  for (const [index, call] of listAt(data, "toolRequests").filter(isObject).entries()) {
    file.calls.open(writer, {
      callId: stringAt(call, "toolCallId") ?? `${writer.recordId}:call${index}`,
      tool: stringAt(call, "name") ?? "unknown",
      args: argumentsOf(call["arguments"]),
      requestId,
    });
  }
  return null;
}

/** The output holds the reasoning; only the totals of the run tell how much of it there was. */
function addRequest({ file, data, writer }: CopilotRecord): string {
  const id = fitId(stringAt(data, "apiCallId") ?? stringAt(data, "messageId") ?? `${writer.recordId}:request`);
  const model = stringAt(data, "model");
  const outputTokens = tokenCount(data["outputTokens"]);
  const { thread, seq, at } = writer;
  file.draft.request({
    id,
    thread,
    seq,
    at,
    model: fitName(model),
    ...(outputTokens === undefined ? {} : { usage: { outputTokens } }),
  });
  file.totals.note(model, outputTokens, { id, thread, seq, at });
  if (thread === MAIN_THREAD) file.draft.tell("model", model);
  return id;
}
