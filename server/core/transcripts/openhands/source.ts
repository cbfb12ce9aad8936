import type { JsonObject } from "../json";

const SOURCES: ReadonlySet<unknown> = new Set(["user", "agent", "environment"]);

/** Events of both formats say who caused them; logs of other programs have actions and kinds too. */
export function hasSource(value: JsonObject): boolean {
  return SOURCES.has(value["source"]);
}
