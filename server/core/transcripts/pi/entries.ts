import { rawJson } from "../content";
import { instantOf } from "../fields";
import { isObject, lookUp, stringAt } from "../json";
import { readInjected, readMessage } from "./messages";
import { addRequest } from "./requests";
import type { PiEntry, PiReader } from "./state";

/** Reads one line of the file by its type. */
export function readEntry(entry: PiEntry): string | null {
  const type = stringAt(entry.record, "type") ?? "unknown";
  if (type !== "session") noteBranch(entry);
  return (lookUp(READERS, type) ?? readUnknown)(entry);
}

const READERS: Readonly<Record<string, PiReader>> = {
  session: readHeader,
  message: readMessage,
  model_change: readModelChange,
  thinking_level_change: () => "thinking_level_change",
  compaction: readCompaction,
  branch_summary: readBranchSummary,
  custom_message: (entry) => readInjected(entry, entry.record),
  // State of extensions, bookmarks: the model does not read them.
  custom: () => "custom",
  label: () => "label",
  session_info: readSessionInfo,
};

/** The first line. Version 1 names the model there; the folder is where the session began. */
function readHeader({ file, record, writer }: PiEntry): string {
  const cwd = stringAt(record, "cwd");
  file.draft.tell("cwd", cwd);
  file.draft.tell("startedAt", instantOf(record["timestamp"]));
  file.draft.tell("model", stringAt(record, "modelId"));
  file.draft.workspace(writer.thread, writer.seq, writer.at, { cwd });
  return "session: nothing new";
}

function readModelChange({ file, record }: PiEntry): string {
  file.draft.tell("model", stringAt(record, "modelId"));
  return "model_change: unchanged";
}

function readSessionInfo({ file, record }: PiEntry): string {
  file.draft.tell("title", stringAt(record, "name"));
  return "session_info: nothing new";
}

/**
 * The context was compacted: a summary stands for what came before. The last messages before it that pi keeps
 * (`firstKeptEntryId`) leave the epoch as well, since they cannot be in two.
 */
function readCompaction(entry: PiEntry): string | null {
  const { record, writer } = entry;
  // The request that wrote the summary still read everything, so it stands before the boundary.
  if (isObject(record["usage"])) addRequest(entry, record, writer.seq - 1);
  writer.boundary("compaction");
  const summary = stringAt(record, "summary");
  if (summary !== undefined) writer.add({ kind: "summary", text: summary });
  return null;
}

/** What an abandoned branch had found, handed to the branch that goes on. */
function readBranchSummary({ record, writer }: PiEntry): string | null {
  const summary = stringAt(record, "summary");
  if (summary === undefined) return "branch_summary: empty";
  writer.add({ kind: "summary", text: summary });
  return null;
}

/**
 * Every entry hangs on the one before it, unless the user went back in the tree: then what stands behind its parent
 * leaves the visible branch. Entries of version 1 have no ids and no branches.
 */
function noteBranch({ file, record, writer }: PiEntry): void {
  if (file.lastEntryId === null || record["parentId"] === file.lastEntryId) return;
  const parentId = record["parentId"];
  const parentSeq = parentId === null ? 0 : typeof parentId === "string" ? file.nodes.get(parentId) : undefined;
  if (parentSeq !== undefined && file.lastSeq > parentSeq) writer.boundary("rewind", parentSeq);
}

const readUnknown: PiReader = ({ record, writer, file }) => {
  writer.add({ kind: "other", text: rawJson(record, file.options.sha256) });
  return null;
};
