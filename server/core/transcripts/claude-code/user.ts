import { textOfContent } from "../content";
import { objectAt, stringAt } from "../json";
import { tellPlanMode } from "./plan-mode";
import { isResultBlock, readResult, structuredResult } from "./results";
import type { RecordInput } from "./state";
import { readMetaText, readSummary, readUserText } from "./user-text";

/** Reads a `user` record: results of tools, a prompt, or a text that the program wrote in the user's name. */
export function readUser(input: RecordInput): string | null {
  const { record, file } = input;
  tellPermissionMode(input);
  const content = objectAt(record, "message")["content"];
  const blocks: readonly unknown[] = Array.isArray(content) ? content : [];
  const results = blocks.filter(isResultBlock);
  for (const block of results) readResult(input, block, structuredResult(record, results.length));
  const rest = Array.isArray(content) ? content.filter((block) => !isResultBlock(block)) : content;
  const text = textOfContent(rest, file.options.sha256);
  if (text.trim() === "") return results.length > 0 ? null : "user: empty";
  if (record["isCompactSummary"] === true) return readSummary(input, text);
  return record["isMeta"] === true ? readMetaText(input, text) : readUserText(input, text);
}

function tellPermissionMode(input: RecordInput): void {
  const mode = stringAt(input.record, "permissionMode");
  if (mode !== undefined) tellPlanMode(input, mode === "plan");
}
