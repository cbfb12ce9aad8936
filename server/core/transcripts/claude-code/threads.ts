import { textOfContent } from "../content";
import { type JsonObject, objectAt, stringAt } from "../json";
import { isAuxiliaryAgent } from "./file-role";
import { type ClaudeFile, type ClaudeSession, MAIN_THREAD } from "./state";

/**
 * The thread of a record. A sub-agent's own file, or its `agentId`, names it. Files until about 2.0 hold sub-agents in
 * line without an id: their first record has no parent, the others hang on it.
 */
export function threadOf(file: ClaudeFile, session: ClaudeSession, record: JsonObject, uuid: string | null): string {
  const isSidechain = record["isSidechain"] === true;
  const agentId = (isSidechain ? stringAt(record, "agentId") : undefined) ?? file.role.agentId;
  if (agentId !== null) return openAgentThread(file, session, record, agentId);
  if (!isSidechain) {
    session.draft.thread({ key: MAIN_THREAD, agent: "main" });
    return MAIN_THREAD;
  }
  session.inlineThread = inlineThreadOf(file, session, record) ?? openInlineThread(file, session, record, uuid);
  return session.inlineThread;
}

/** A sub-agent with an id. Its type stands beside its file, on the record, or on the call with its prompt. */
function openAgentThread(file: ClaudeFile, session: ClaudeSession, record: JsonObject, agentId: string): string {
  const call = record["parentUuid"] === null ? file.agentCallOf(promptOf(record)) : undefined;
  session.draft.thread({
    key: agentId,
    agent: file.options.agentTypes?.get(agentId) ?? stringAt(record, "agentType") ?? call?.agent,
    parentKey: call?.thread,
    spawnedByCallId: call?.callId,
    label: call?.label,
    auxiliary: isAuxiliaryAgent(agentId) || undefined,
  });
  return agentId;
}

/** The thread of the parent. A record whose parent is missing goes on with the sub-agent that wrote last. */
function inlineThreadOf(file: ClaudeFile, session: ClaudeSession, record: JsonObject): string | null {
  const parentUuid = stringAt(record, "parentUuid");
  if (parentUuid === undefined) return null;
  const parent = file.nodes.get(parentUuid);
  if (!parent || parent.session !== session.id) return session.inlineThread;
  return parent.thread === MAIN_THREAD ? null : parent.thread;
}

/** A sub-agent in line is told by its prompt, which is the prompt of the call that started it. */
function openInlineThread(file: ClaudeFile, session: ClaudeSession, record: JsonObject, uuid: string | null): string {
  const prompt = promptOf(record);
  const call = file.agentCallOf(prompt);
  const key = `sidechain-${uuid ?? "unknown"}`;
  session.draft.thread({
    key,
    agent: call?.agent,
    parentKey: call?.thread ?? MAIN_THREAD,
    spawnedByCallId: call?.callId,
    label: call?.label,
  });
  // The next call with the same prompt starts a thread of its own.
  file.agentCalls.delete(prompt);
  return key;
}

function promptOf(record: JsonObject): string {
  return textOfContent(objectAt(record, "message")["content"]).trim();
}
