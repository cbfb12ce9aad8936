import { isObject, type JsonObject, listAt, objectAt, stringAt } from "../json";

/** The response of the model behind an event, as its action repeats it. */
export function responseOf(event: JsonObject): JsonObject {
  return objectAt(objectAt(event, "tool_call_metadata"), "model_response");
}

/** The call as the model wrote it; the action is what OpenHands made of it. */
export function nativeCall(event: JsonObject): JsonObject | undefined {
  const id = stringAt(objectAt(event, "tool_call_metadata"), "tool_call_id");
  const [choice] = listAt(responseOf(event), "choices");
  const message = isObject(choice) ? objectAt(choice, "message") : {};
  const call = listAt(message, "tool_calls").find((item) => isObject(item) && item["id"] === id);
  return isObject(call) && id !== undefined ? objectAt(call, "function") : undefined;
}
