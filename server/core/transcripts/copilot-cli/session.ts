import { fitName, instantOf } from "../fields";
import { type JsonObject, objectAt, stringAt } from "../json";
import { tokenCount } from "../usage";
import { type CopilotRecord, MAIN_THREAD } from "./state";

/** The head of the session: where it runs, and with what. */
export function readStart(record: CopilotRecord): string {
  const { file, data } = record;
  const { draft } = file;
  draft.tell("clientVersion", stringAt(data, "copilotVersion"));
  draft.tell("model", stringAt(data, "selectedModel"));
  draft.tell("startedAt", instantOf(data["startTime"]));
  tellFolder(record, objectAt(data, "context"));
  return "session.start: nothing new";
}

/** The folder in which the session began tells its project; later ones stand on the marks. */
function tellFolder({ file, writer }: CopilotRecord, context: JsonObject): void {
  const { draft } = file;
  const branch = stringAt(context, "branch");
  const cwd = stringAt(context, "cwd");
  if (draft.header.cwd === undefined) {
    draft.tell("cwd", cwd);
    draft.tell("root", stringAt(context, "gitRoot"));
    draft.tell("gitRemote", remoteOf(context));
  }
  draft.tell("branch", branch);
  draft.tell("head", stringAt(context, "headCommit"));
  draft.workspace(MAIN_THREAD, writer.seq, writer.at, { branch, cwd });
}

/** `owner/name` on a host. */
function remoteOf(context: JsonObject): string | undefined {
  const repository = stringAt(context, "repository");
  const host = stringAt(context, "repositoryHost") ?? (context["hostType"] === "github" ? "github.com" : undefined);
  if (repository === undefined || repository.includes("://")) return repository;
  return host === undefined ? undefined : `https://${host}/${repository}`;
}

export function readResume(record: CopilotRecord): null {
  record.writer.boundary("resume");
  tellFolder(record, objectAt(record.data, "context"));
  return null;
}

export function readModel({ file, data }: CopilotRecord): string {
  file.draft.tell("model", stringAt(data, "newModel"));
  return "session.model_change: unchanged";
}

/** In plan mode the agent plans; leaving it means that work begins. */
export function readMode({ file, data, writer }: CopilotRecord): string {
  const isPlanning = stringAt(data, "newMode") === "plan";
  const wasPlanning = file.draft.stageOf(MAIN_THREAD) === "plan";
  const stage = isPlanning ? "plan" : wasPlanning ? "execute" : undefined;
  file.draft.workspace(MAIN_THREAD, writer.seq, writer.at, stage ? { stage } : {});
  return "session.mode_changed: unchanged";
}

/** A summary stands for what came before. A compaction that failed replaced nothing. */
export function readCompaction(record: CopilotRecord): string | null {
  const { data, writer } = record;
  if (data["success"] === false) return "session.compaction_complete: failed";
  addCompactionRequest(record);
  writer.boundary("compaction");
  const summary = stringAt(data, "summaryContent");
  if (summary !== undefined) writer.add({ kind: "summary", text: summary });
  return null;
}

/** The request that wrote the summary still read everything, so it stands before the boundary. */
function addCompactionRequest({ file, data, writer }: CopilotRecord): void {
  const used = objectAt(data, "compactionTokensUsed");
  const inputTokens = tokenCount(used["inputTokens"]);
  const outputTokens = tokenCount(used["outputTokens"]);
  if (inputTokens === undefined && outputTokens === undefined) return;
  file.draft.request({
    id: `${writer.recordId}:request`,
    thread: writer.thread,
    seq: Math.max(0, writer.seq - 1),
    at: writer.at,
    model: fitName(stringAt(used, "model")),
    usage: { inputTokens, outputTokens },
  });
}

/** The record of the id, and all behind it, left the session. */
export function readRewind({ file, data, writer }: CopilotRecord): string | null {
  const toSeq = file.before.get(stringAt(data, "upToEventId") ?? "");
  if (toSeq === undefined) return "session.snapshot_rewind: to an unknown record";
  writer.boundary("rewind", toSeq);
  return null;
}

/** The end of a run: a session that is resumed has several. */
export function readShutdown({ file, data, writer }: CopilotRecord): string {
  file.totals.close(objectAt(data, "modelMetrics"), writer);
  return "session.shutdown: no usage";
}
