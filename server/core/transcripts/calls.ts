import { stubBinaryJson } from "../events/clean";
import { describeCall } from "../events/describe-call";
import type { Client, EventKind, Outcome, ToolClass } from "../events/kinds";
import { handsBackAgentOutput } from "../events/tool-table";
import { BoundedMap } from "./bounded-map";
import type { LineFile } from "./line-parser";
import type { Ending } from "./message-array/outcome";
import type { EventFields, RecordWriter } from "./record-writer";
import { inputField } from "./tool-input";

/** What is known of a call when its result comes. */
export interface KnownCall {
  callId: string;
  tool: string;
  toolClass: ToolClass;
  /** The skill that the call loads, with the file where it reads one. */
  skill: string | null;
  target: string | null;
}

export interface CallResult {
  text: string;
  ending: Ending;
  /** The client's id of the call, for a result without one. */
  callId?: string | undefined;
  /** The tool, where the result names it. */
  tool?: string | undefined;
  /** True where the result only says that the skill was loaded, and its body stands elsewhere. */
  isReceipt?: boolean;
}

const KIND_OF_CLASS: Partial<Record<ToolClass, EventKind>> = { memory: "memory_query", graph: "graph_query" };

function kindOfResult(call: KnownCall | undefined, outcome: Outcome): EventKind {
  if (!call || outcome === "refused" || outcome === "collateral") return "tool_result";
  if (call.toolClass === "agent") return handsBackAgentOutput(call.tool) ? "agent_output" : "tool_result";
  return KIND_OF_CLASS[call.toolClass] ?? "tool_result";
}

/** The event of a result: its kind goes by what its call was. A result without a call stays unpaired. */
export function resultEvent(call: KnownCall | undefined, result: CallResult): EventFields {
  const { text, ending, callId, tool } = result;
  const isSkillLoad = call !== undefined && call.skill !== null && ending.outcome === "ok" && !result.isReceipt;
  const fields: EventFields = {
    kind: isSkillLoad ? "skill_load" : kindOfResult(call, ending.outcome),
    callId: call?.callId ?? callId,
    tool: call?.tool ?? tool,
    text,
    ...ending,
  };
  if (isSkillLoad && call.skill !== null) {
    fields.skill = call.skill;
    if (call.toolClass !== "skill" && call.target !== null) fields.path = call.target;
  }
  return fields;
}

export interface NewCall {
  callId: string;
  tool: string;
  /** The arguments: a value, or text that is no JSON. */
  args: unknown;
  requestId?: string | undefined;
}

/** The event of a call, and what its result needs to know of it. */
export function callEvent(
  client: Client,
  { callId, tool, args: rawArgs, requestId }: NewCall,
  options: LineFile["options"],
): { fields: EventFields; call: KnownCall } {
  const args = stubBinaryJson(rawArgs, options.sha256);
  const argsText = typeof args === "string" ? args : (JSON.stringify(args) ?? "");
  const { toolClass, skill, target } = describeCall(client, tool, argsText);
  const carried = typeof args === "string" ? { text: args } : inputField(args, argsText);
  return {
    call: { callId, tool, toolClass, skill, target },
    fields: { kind: "tool_call", tool, callId, requestId, ...carried },
  };
}

/** Calls refer back over short distances; the limit holds the state of any file small. */
const MAX_CALLS = 50_000;

/** Pairs calls with their results by ids that are unique in their session; a result may come much later. */
export class CallBook {
  readonly #client: Client;
  readonly #file: LineFile;
  readonly #calls = new BoundedMap<string, KnownCall>(MAX_CALLS);

  constructor(client: Client, file: LineFile) {
    this.#client = client;
    this.#file = file;
  }

  has(callId: string): boolean {
    return this.#calls.has(callId);
  }

  /** Writes a call and counts it. */
  open(writer: RecordWriter, call: NewCall): KnownCall {
    const made = callEvent(this.#client, call, this.#file.options);
    if (!this.#calls.has(call.callId)) this.#file.report.toolCalls++;
    this.#calls.set(call.callId, made.call);
    writer.add(made.fields);
    return made.call;
  }

  /** Writes a result. Whether it counts as an error is for the format to say. */
  close(writer: RecordWriter, result: CallResult): void {
    const call = result.callId === undefined ? undefined : this.#calls.get(result.callId);
    writer.add(resultEvent(call, result));
  }
}
