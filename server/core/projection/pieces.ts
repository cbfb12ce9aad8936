import type { EventKind } from "../events/kinds";
import type { Residency } from "../prune/model";
import type { ProjectionSource } from "./dialogue";
import type { AnthropicMessage, OpenAiMessage, PlainEvent, ProjectionFormat } from "./formats";
import { markdownBlocks } from "./markdown";
import { render } from "./render";

/** A part of a projection that is read at once: an event, a message, or a block of the text. Plain text throughout. */
export interface Piece {
  /** Who speaks, or what it is: `user`, `assistant`, `tool`, the kind of an event, empty for Markdown. */
  readonly role: string;
  readonly text: string;
  /** The event that it is; null for what may hold several. Markers in the text name the others. */
  readonly ref: string | null;
  readonly kind: EventKind | null;
  readonly tool: string | null;
  readonly residency: Residency | null;
  /** Of an event; null where a message wraps several. */
  readonly tokens: number | null;
}

/** The projection of a thread in one format, in parts that a page can show a few of at a time. */
export function piecesOf(source: ProjectionSource, thread: string, format: ProjectionFormat): Piece[] {
  if (format === "markdown") return markdownBlocks(source, thread).map((text) => ({ ...NO_EVENT, role: "", text }));
  const rendered = render(source, thread, format);
  if (rendered.format === "events") return rendered.events.map(eventPiece);
  return rendered.format === "markdown" ? [] : rendered.messages.map(messagePiece);
}

const NO_EVENT = { ref: null, kind: null, tool: null, residency: null, tokens: null } as const;

function eventPiece({ ref, kind, tool, residency, tokens, text, marker }: PlainEvent): Piece {
  return { role: kind, text: marker === "" ? text : `${text}\n${marker}`, ref, kind, tool, residency, tokens };
}

/** The message as JSON, as it would be sent. */
function messagePiece(message: AnthropicMessage | OpenAiMessage): Piece {
  return { ...NO_EVENT, role: message.role, text: JSON.stringify(message, null, 2) };
}
