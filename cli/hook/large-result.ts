import path from "node:path";
import type { Client } from "@/server/core/events/kinds";
import { largeResultMessage } from "@/server/core/events/large-result";
import { LARGE_RESULT_TOKENS } from "@/server/core/events/limits";
import { estimateTokens } from "@/server/core/events/tokens";
import { toolRow } from "@/server/core/events/tool-table";
import { fingerprint } from "@/server/core/transcripts/fingerprint";
import { isObject } from "@/server/core/transcripts/json";
import type { HookTool } from "./payload";
import { makeMark } from "./state";

/** Parts of a result that the client keeps for itself, or that are no text. */
const NOT_SHOWN = new Set([
  "type",
  "base64",
  "data",
  "originalFile",
  "structuredPatch",
  "toolTelemetry",
  "returnDisplay",
]);
const SERVER_TOOL = /^mcp__(.+?)__(.+)$/;

/** What to tell the agent of a result that fills its window; null for one that does not. */
export function flagOf(client: Client, { name, response }: HookTool): string | null {
  const [, server, ownName] = SERVER_TOOL.exec(name) ?? [];
  // Of an edit the client shows a receipt only, however long the file is that the hook gets.
  if (toolRow(client, ownName ?? name, server ?? null).mutates) return null;
  const tokens = estimateTokens(shownText(response));
  return tokens > LARGE_RESULT_TOKENS ? largeResultMessage(tokens) : null;
}

/** All text of a result, in its order: clients wrap it in fields of their own. */
function shownText(value: unknown): string {
  if (typeof value === "string") return value;
  if (Array.isArray(value)) return value.map(shownText).join("");
  if (!isObject(value)) return "";
  return Object.entries(value)
    .map(([key, part]) => (NOT_SHOWN.has(key) ? "" : shownText(part)))
    .join("");
}

/** True once for each result, also when two hooks tell of it at the same time. */
export function isFirstFlag(folder: string, { id, response }: HookTool): boolean {
  const name = fingerprint(id === "" ? shownText(response) : id);
  return makeMark(path.join(folder, `flagged-${name}`));
}
