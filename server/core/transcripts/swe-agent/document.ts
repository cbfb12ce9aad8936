import type { DocumentFile } from "../document-parser";
import { isObject, type JsonObject, objectAt, parseObject, stringAt } from "../json";
import { Conversation, MAX_MESSAGES } from "../message-array/conversation";
import { conversationId, stemOf } from "../message-array/identity";
import { noteBadLine } from "../options";
import type { SessionDraft } from "../parts";
import { namesError } from "./outcomes";
import { RunReader } from "./reader";
import { type Run, runsOf } from "./runs";

/** Reads a trajectory file as one session; attempts of a retrying agent follow each other, each with a new context. */
export function readTrajectoryFile(document: unknown, file: DocumentFile): readonly SessionDraft[] | null {
  if (!isObject(document)) return null;
  const runs = runsOf(document);
  const [first] = runs;
  if (!first) return null;
  const conversation = new Conversation(file, conversationId(file.options.path, first.history, "trajectory"));
  tellHeader(conversation, document);
  let offset = 0;
  for (const run of runs) {
    offset = readRun(conversation, run, offset);
  }
  return [conversation.draft];
}

/** Answers the number of the next run's first message: behind the last observation, which may have no message. */
function readRun(conversation: Conversation, whole: Run, offset: number): number {
  const { report } = conversation.file;
  const run = { ...whole, history: whole.history.slice(0, Math.max(0, MAX_MESSAGES - offset)) };
  const left = whole.history.length - run.history.length;
  if (left > 0) noteBadLine(report, 1, 0, `The last ${left} messages were left out: at most ${MAX_MESSAGES} are read.`);
  const callsBefore = conversation.callCount;
  const reader = new RunReader(conversation, run, offset);
  reader.read();
  report.toolCalls += run.countsBy === "steps" ? ranIn(run) : conversation.callCount - callsBefore;
  report.errors += run.countsBy === "steps" ? errorsIn(run) : reader.errors;
  return Math.min(offset + run.history.length + 1, MAX_MESSAGES);
}

/** Steps are what ran: a file with a history alone is a demonstration, whose calls are an example. */
function ranIn({ steps }: Run): number {
  return steps.filter((step) => stringAt(step, "action") !== undefined).length;
}

function errorsIn({ steps }: Run): number {
  return steps.filter((step) => namesError(stringAt(step, "observation") ?? "")).length;
}

/** Where a run was made: names in `info`, and the configuration that repeats it (an object, or JSON in a string). */
function tellHeader(conversation: Conversation, document: JsonObject): void {
  const { draft, file } = conversation;
  const info = objectAt(document, "info");
  const replay = document["replay_config"];
  const config = typeof replay === "string" ? (parseObject(replay) ?? {}) : objectAt(document, "replay_config");
  const agent = objectAt(config, "agent");
  const miniConfig = objectAt(objectAt(info, "config"), "model");
  conversation.model = stringAt(objectAt(agent, "model"), "name") ?? stringAt(miniConfig, "model_name");
  draft.tell("model", conversation.model);
  draft.tell("clientVersion", stringAt(info, "swe_agent_version") ?? stringAt(info, "mini_version"));
  draft.tell("title", stringAt(objectAt(config, "problem_statement"), "id") ?? stemOf(file.options.path));
}
