import { rawJson } from "../content";
import { fingerprint } from "../fingerprint";

export interface CursorIdentity {
  session: string;
  /** The sub-agent whose own file this is. */
  agentId: string | null;
}

const OWN_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{20,}$/i;

/**
 * The lines carry no ids, so that the path names the session: `<id>.jsonl`, `<id>/<id>.jsonl`, and
 * `<id>/subagents/<agent>.jsonl` for a sub-agent. Other names are told apart by their folder and first line.
 */
export function identityOf(path: string | undefined, first: unknown): CursorIdentity {
  const segments = (path ?? "").replaceAll("\\", "/").split("/");
  const stem = (segments.at(-1) ?? "").replace(/\.jsonl?$/i, "");
  const isAgent = segments.at(-2) === "subagents" && segments.length > 2;
  const name = isAgent ? (segments.at(-3) ?? "") : stem;
  const folder = segments.at(isAgent ? -4 : -2) ?? "";
  const agentId = isAgent ? stem : null;
  if (OWN_ID.test(name)) return { session: name, agentId };
  const told = isAgent ? [folder, name] : [folder, name, first];
  return { session: `${name || "cursor"}-${fingerprint(rawJson(told))}`, agentId };
}
