import { type RecordKind, recordNumber } from "@/server/core/decisions/record-ref";
import { type Room, roomHref } from "../memory/links";
import type { Base } from "../telemetry/links";

const ROOMS: Readonly<Record<RecordKind, Room>> = {
  decision: "decisions",
  failure: "failures",
  constraint: "rules/constraints",
  preference: "rules/preferences",
  summary: "summaries",
  handoff: "handoffs",
};

const KINDS = Object.keys(ROOMS).filter((kind): kind is RecordKind => kind in ROOMS);

/** `DEC-015`, `FAIL-002`, `CON-004` and so on lead to their records; anything else nowhere. */
export function recordHref(base: Base, ref: string): string | null {
  const [name = "", anchor] = ref.split("#");
  for (const kind of KINDS) {
    const number = recordNumber(kind, name);
    // A section of a summary: `SUM-012#what-failed`.
    const section = kind === "summary" && anchor !== undefined && /^[\w.-]+$/.test(anchor) ? `#${anchor}` : "";
    if (number !== null) return `${roomHref(base, ROOMS[kind], {}, number)}${section}`;
  }
  return null;
}

/** Code, links and addresses keep their text: only a bare name becomes a link. */
const CODE_LINK_OR_NAME =
  /`+[^`]*`+|\[[^\]]*\]\([^)]*\)|https?:\/\/\S+|\b(?:SUM-\d{1,9}#[\w-]+|(?:DEC|FAIL|CON|PREF|SUM|HND)-\d{1,9})\b/g;

/** Names of records in somebody's Markdown as links. */
export function linkRecords(markdown: string, base: Base): string {
  return markdown.replace(CODE_LINK_OR_NAME, (found) => {
    const href = recordHref(base, found);
    return href === null ? found : `[${found}](${href})`;
  });
}
