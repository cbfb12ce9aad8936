import { refOf } from "../../core/context/ref";
import type { Hit } from "../../core/search/everything-view";
import { markedText, snippetOf } from "../../core/search/snippet";
import type { FoundRow } from "../../db/search/everything";

const MAX_ALSO_IN = 50;

/** A found entry as the reader's program gets it: where it leads, and its texts in marked pieces. */
export function toHit(row: FoundRow, marked: ReadonlySet<string>, equal: readonly string[]): Hit {
  const { kind, key, at, title, status, text, residency, inContext } = row;
  return {
    kind,
    id: `${kind}:${key}`,
    number: null,
    subject: null,
    path: null,
    session: null,
    ref: null,
    ...placeOf(row),
    title: markedText(title, marked),
    snippet: snippetOf(text, marked),
    status,
    at: at.toISOString(),
    inContext,
    residency,
    alsoIn: kind === "event" ? equal.slice(0, MAX_ALSO_IN).map(eventPlace) : [],
    alsoNumbers: kind === "event" ? [] : equal.slice(0, MAX_ALSO_IN).map(Number),
    alsoInSessions: equal.length,
  };
}

/** The key of an event is `<session number>/<entry id>`. */
function eventPlace(key: string): { session: number; ref: string } {
  const [session = ""] = key.split("/");
  return { session: Number(session), ref: refOf(key.slice(session.length + 1)) };
}

function placeOf({ kind, key }: FoundRow): Partial<Hit> {
  if (kind === "document" || kind === "file") return { path: key };
  const [first = "", second = ""] = key.split("/");
  if (kind === "event") return eventPlace(key);
  if (kind === "comment") return { subject: first, number: Number(second) };
  return { number: Number(key) };
}
