import type { CallToolResult } from "@modelcontextprotocol/server";
import { z } from "zod";
import { Ref } from "../api/routers/sessions/session-number";
import type { HistoryText } from "../core/context/views";
import { ok, type Result } from "../core/result";
import { currentPolicy } from "../services/analysis/current-policy";
import { getHistory } from "../services/history/get";
import { inputSchemaOf } from "./compact-schema";
import { limitOf } from "./resource-text";
import { Session, sessionOf } from "./session-number";
import { checked } from "./session-tools";
import type { KeyWorld, Tool } from "./tool";

const Args = z.strictObject({
  refs: z.array(Ref).min(1, "Name what to read, such as ctx:a1.").max(20),
  offset: z.int().min(0).max(2_000_000_000).default(0),
  ...Session,
});

/** Three quarters of what `estimateTokens` takes for a token: texts of other scripts weigh more. */
const CHARACTERS_PER_TOKEN = 3;

/** What a marker or a hit of a search stands for: an agent whose client restores nothing reads it here. */
export const HISTORY_TOOL: Tool = {
  listed: {
    name: "history",
    description: "The exact text of events, also of archived ones.",
    inputSchema: inputSchemaOf(Args),
    annotations: { readOnlyHint: true },
  },
  rights: ["session:read"],
  run: checked("history", Args, {}, read),
};

async function read(world: KeyWorld, args: z.output<typeof Args>): Promise<Result<CallToolResult>> {
  const { deps, scope } = world;
  const number = await sessionOf(world, "history", args.session);
  if (!number.ok) return number;
  const { budget } = await currentPolicy(deps.db.pool, scope.teamId, scope.projectId);
  const limit = Math.max(1, Math.floor((limitOf(budget) * CHARACTERS_PER_TOKEN) / args.refs.length));
  const found = await getHistory(deps, scope, { number: number.value, refs: args.refs, offset: args.offset, limit });
  return found.ok ? ok(toResult(number.value, found.value)) : found;
}

/** Each text stands in a block of its own, unchanged. */
function toResult(number: number, { items, missing }: HistoryText): CallToolResult {
  const blocks = items.flatMap((item) => [headOf(item), ...(item.text === "" ? [] : [item.text])]);
  const told = missing.length === 0 ? [] : [`S-${number} has no ${missing.join(", ")}.`];
  const content = [...blocks, ...told].map((text) => ({ type: "text" as const, text }));
  return { content, ...(items.length === 0 && { isError: true }) };
}

function headOf({ ref, label, stored, offset, nextOffset, totalCharacters }: HistoryText["items"][number]): string {
  if (!stored) return `${ref} ${label}: its client uploads no texts.`;
  const end = nextOffset ?? totalCharacters;
  const more = nextOffset === null ? "" : ` Ask on with offset ${nextOffset}.`;
  return `${ref} ${label}: characters ${offset} to ${end} of ${totalCharacters}.${more}`;
}
