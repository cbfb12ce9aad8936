import { searchWords } from "@/server/core/context/search-words";
import type { HistoryHit } from "@/server/core/context/views";
import type { Found } from "@/server/core/search/views";
import { NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import { roomHref } from "../memory/links";
import { eventHref } from "../sessions/session-view";
import { agentPath, type Base, sessionHref, sessionsHref, skillPath } from "../telemetry/links";
import type { ItemKind, PaletteItem } from "./item";

/** DEC-003, as records are named everywhere. */
function nameOf(prefix: string, number: number): string {
  return `${prefix}-${String(number).padStart(3, "0")}`;
}

/** What the server found, as options that lead there. */
export function recordItems(base: Base, found: Found): PaletteItem[] {
  return [
    ...found.sessions.map(
      ({ number, title, client }): PaletteItem => ({
        id: `session:${base.team}/${base.project}/${number}`,
        kind: "session",
        group: "Sessions",
        label: title || "Without a title",
        detail: `S-${number} · ${client}`,
        href: sessionHref(base, number),
      }),
    ),
    ...memoryItems(base, found),
    ...found.summaries.map(
      ({ number, title, session }): PaletteItem => ({
        id: `summary:${base.team}/${base.project}/${number}`,
        kind: "summary",
        group: "Summaries",
        label: title,
        detail: session === null ? nameOf("SUM", number) : `${nameOf("SUM", number)} · of S-${session}`,
        href: roomHref(base, "summaries", {}, number),
      }),
    ),
    ...nameItems(base, found),
  ];
}

function memoryItems(base: Base, { decisions, failures, constraints, preferences, handoffs }: Found): PaletteItem[] {
  const rooms = [
    { kind: "decision", group: "Decisions", prefix: "DEC", room: "decisions", rows: decisions },
    { kind: "failure", group: "Failures", prefix: "FAIL", room: "failures", rows: failures },
    {
      kind: "constraint",
      group: "Constraints",
      prefix: "CON",
      room: "rules/constraints",
      rows: constraints,
    },
    {
      kind: "preference",
      group: "Preferences",
      prefix: "PREF",
      room: "rules/preferences",
      rows: preferences,
    },
    { kind: "handoff", group: "Handoffs", prefix: "HND", room: "handoffs", rows: handoffs },
  ] as const;
  return rooms.flatMap(({ kind, group, prefix, room, rows }) =>
    rows.map(
      ({ number, title, status }): PaletteItem => ({
        id: `${kind}:${base.team}/${base.project}/${number}`,
        kind,
        group,
        label: title,
        detail: `${nameOf(prefix, number)} · ${status}`,
        href: roomHref(base, room, {}, number),
      }),
    ),
  );
}

function nameItems(base: Base, { agents, skills, people }: Found): PaletteItem[] {
  const item = (kind: ItemKind, group: string, name: string, href: string, detail: string): PaletteItem => ({
    id: `${kind}:${base.team}/${base.project}/${name}`,
    kind,
    group,
    label: name,
    href,
    detail,
  });
  const sessionsOf = (person: string) =>
    sessionsHref(base, { filter: withChange(NO_FILTER, { range: "all", person: [person] }) });
  return [
    ...agents.map((name) => item("agent", "Agents", name, agentPath(base, name), "agent")),
    ...skills.map((name) => item("skill", "Skills", name, skillPath(base, name), "skill")),
    ...people.map(({ name, hasSessions }) =>
      hasSessions
        ? item("person", "People", name, sessionsOf(name), "sessions")
        : item("person", "People", name, `/${encodeURIComponent(base.team)}/settings/members`, "member"),
    ),
  ];
}

/** `ctx:…` names an event of the session that is open. */
export function refItem(base: Base, session: number | null, query: string): PaletteItem[] {
  const ref = /^ctx:(\S{1,200})$/i.exec(query.trim())?.[1];
  if (session === null || ref === undefined) return [];
  return [
    {
      id: `event:${ref}`,
      kind: "event",
      group: `Session S-${session}`,
      label: `Open ctx:${ref}`,
      detail: `event of S-${session}`,
      href: eventHref(base, session, ref),
    },
  ];
}

const SNIPPET_CHARACTERS = 110;
/** So few that what was found is in sight on a phone too. */
const BEFORE_CHARACTERS = 12;

/** Events of the archive, each with the text around the first word. */
export function archiveItems(base: Base, hits: readonly HistoryHit[], query: string): PaletteItem[] {
  return hits.map(
    ({ session, ref, label, snippet }): PaletteItem => ({
      id: `archive:${session}/${ref}`,
      kind: "archive",
      group: "Archived context, newest sessions first",
      label: around(snippet || label, query),
      detail: `S-${session} · ${label}`,
      href: eventHref(base, session, ref),
    }),
  );
}

/** One line around the first word that was looked for. */
function around(text: string, query: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  const at = line.toLowerCase().indexOf((searchWords(query)[0] ?? "").toLowerCase());
  const start = Math.max(0, at - BEFORE_CHARACTERS);
  const shown = line.slice(start, start + SNIPPET_CHARACTERS);
  return `${start > 0 ? "…" : ""}${shown}${start + SNIPPET_CHARACTERS < line.length ? "…" : ""}`;
}
