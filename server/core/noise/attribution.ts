import type { EventKind, Stage } from "../events/kinds";
import type { SessionInput } from "../prune/model";
import { type Entry, timelineOf } from "../prune/timeline";

/**
 * Whom an event is charged to. A duplicate is the later of two, so its reader pays and not the first one's. A skill has
 * two figures: its own `load` (events of kind `skill_load`) and what came `under` it.
 */
export interface Attribution {
  readonly agent: string;
  readonly skill: string | null;
  readonly skillPart: "load" | "under" | null;
  readonly tool: string | null;
  readonly kind: EventKind;
  readonly model: string | null;
  readonly stage: Stage;
}

export function attributionOf({ agent, activeSkill, event, model, stage }: Entry): Attribution {
  const skillPart = activeSkill === null ? null : event.kind === "skill_load" ? "load" : "under";
  return { agent, skill: activeSkill, skillPart, tool: event.tool, kind: event.kind, model, stage };
}

/** Attribution of every event of the session, by ref. */
export function attributions(session: SessionInput): Map<string, Attribution> {
  return new Map(timelineOf(session).entries.map((entry) => [entry.event.ref, attributionOf(entry)]));
}
