import { parseObject } from "../json";

/** Arguments of a call: JSON in a string, or the value itself (Ollama); text that is no JSON stays text. */
export function argumentsOf(value: unknown): unknown {
  if (typeof value !== "string") return value ?? {};
  return value.trim() === "" ? {} : (parseObject(value) ?? value);
}
