import { rawJson, textOfContent } from "../content";
import { type JsonObject, listAt, lookUp, objectAt, stringAt } from "../json";
import { tellPlanMode } from "./plan-mode";
import type { RecordInput, RecordReader } from "./state";
import { readUserText } from "./user-text";

/** Reads an `attachment` record: something that the program put into the context beside the conversation. */
export const readAttachment: RecordReader = (input) => {
  const attachment = objectAt(input.record, "attachment");
  const type = stringAt(attachment, "type") ?? "unknown";
  if (type === "plan_mode" || type === "plan_mode_exit") tellPlanMode(input, type === "plan_mode");
  const reader = lookUp(READERS, type);
  if (reader) return reader(input, attachment);
  const { type: _type, ...rest } = attachment;
  const kind = NOTICES.has(type) ? "system" : "other";
  const path = stringAt(attachment, "filename") ?? stringAt(attachment, "path");
  const text = kind === "system" ? noticeText(rest, input) : rawJson(attachment, input.file.options.sha256);
  input.writer.add({ kind, text, ...(path ? { path } : {}) });
  return null;
};

/** Catalogues and reminders that the model reads; they are no rules of the project. */
const NOTICES = new Set(
  (
    "skill_listing agent_listing_delta deferred_tools_delta command_permissions task_reminder todo_reminder " +
    "total_tokens_reminder edited_text_file date_change auto_mode auto_mode_exit workflow_keyword_request plan_mode " +
    "plan_mode_exit plan_mode_reentry"
  ).split(" "),
);

function noticeText(rest: JsonObject, { file }: RecordInput): string {
  const told = stringAt(rest, "text") ?? stringAt(rest, "content") ?? stringAt(rest, "snippet");
  return told ?? rawJson(rest, file.options.sha256);
}

type AttachmentReader = (input: RecordInput, attachment: JsonObject) => string | null;

const READERS: Readonly<Record<string, AttachmentReader>> = {
  nested_memory: readRuleFile,
  hook_additional_context: (input, attachment) => readRuleText(input, textOfContent(attachment["content"])),
  mcp_instructions_delta: (input, attachment) => readRuleText(input, listAt(attachment, "addedBlocks").join("\n\n")),
  queued_command: readQueuedPrompt,
  hook_success: readHookOutput,
  hook_non_blocking_error: () => "attachment: hook_non_blocking_error",
  hook_cancelled: () => "attachment: hook_cancelled",
  hook_system_message: () => "attachment: hook_system_message",
};

/** A rule file that was loaded because work reached its folder: CLAUDE.md, `.claude/rules/*.md`. */
function readRuleFile({ writer, file }: RecordInput, attachment: JsonObject): null {
  const content = objectAt(attachment, "content");
  const path = stringAt(attachment, "path") ?? stringAt(content, "path");
  const text = stringAt(content, "content") ?? rawJson(attachment["content"], file.options.sha256);
  writer.add({ kind: "rule_injection", text, ...(path ? { path } : {}) });
  return null;
}

function readRuleText({ writer }: RecordInput, text: string): string | null {
  if (text.trim() === "") return "attachment: empty rule";
  writer.add({ kind: "rule_injection", text });
  return null;
}

/** A prompt typed while the model was busy, or a notification; the queue's own records repeat it. */
function readQueuedPrompt(input: RecordInput, attachment: JsonObject): string | null {
  const text = textOfContent(attachment["prompt"], input.file.options.sha256);
  return text.trim() === "" ? "attachment: empty queued_command" : readUserText(input, text);
}

/** A hook's output enters the context only where its content says so. */
function readHookOutput(input: RecordInput, attachment: JsonObject): string | null {
  const content = stringAt(attachment, "content");
  return content === undefined ? "attachment: hook_success" : readRuleText(input, content);
}
