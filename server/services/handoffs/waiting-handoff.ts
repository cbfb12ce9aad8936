import type { ProjectScope } from "../../core/access/scope";
import type { HandoffView } from "../../core/handoffs/views";
import type { Deps } from "../deps";
import { getHandoff } from "./get-handoff";
import { listHandoffs } from "./list-handoffs";

/** The latest note for this person, else for the next session, that nobody else has taken. */
export async function waitingHandoff(deps: Deps, scope: ProjectScope): Promise<HandoffView | null> {
  for (const list of ["me", "next"] as const) {
    const found = await listHandoffs(deps, scope, { list, text: "", cursor: null, limit: 20 });
    const rows = found.ok ? found.value.rows : [];
    const waiting = rows.find(({ status }) => status === "open" || (list === "me" && status === "claimed"));
    if (!waiting) continue;
    const note = await getHandoff(deps, scope, waiting.number);
    if (note.ok) return note.value;
  }
  return null;
}
