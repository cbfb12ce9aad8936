import { stringAt } from "../json";
import { type CopilotRecord, MAIN_THREAD } from "./state";

/** A sub-agent begins: the call that started it names its thread where the record does not. */
export function readAgentStart({ file, data, writer }: CopilotRecord): string | null {
  const call = stringAt(data, "toolCallId");
  const key = writer.thread === MAIN_THREAD ? call : writer.thread;
  if (key === undefined) return "subagent.started: without a call";
  if (call !== undefined) file.threadsByCall.set(call, key);
  file.threads.add(key);
  file.draft.thread({
    key,
    agent: stringAt(data, "agentName") ?? stringAt(data, "agentDisplayName"),
    parentKey: MAIN_THREAD,
    spawnedByCallId: call,
    label: stringAt(data, "agentDescription"),
  });
  return "subagent.started: repeated";
}

/** The body of a skill enters the context. */
export function readSkill({ data, writer }: CopilotRecord): string | null {
  const skill = stringAt(data, "name");
  const text = stringAt(data, "content");
  if (skill === undefined || text === undefined) return "skill.invoked: empty";
  writer.add({ kind: "skill_load", text, skill, path: stringAt(data, "path") });
  return null;
}
