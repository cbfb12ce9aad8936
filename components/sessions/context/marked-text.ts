export type TextPart = { readonly text: string; readonly ref: string | null };

/** A marker as a projection writes it, with the event that it names: of a full result, an archived one, or a citation. */
const MARKER = /(\[context(?:-ref| archived): ctx:)([^\]\n\\"]{1,300})(?=\])|(^Same as ctx:)(\S{1,300}?)(?=\.$)/gm;

/**
 * A text with the events that its markers name, so that each can be a link. Anything else that looks like a ref stays
 * text: a session may quote what it likes.
 */
export function markedParts(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let at = 0;
  for (const match of text.matchAll(MARKER)) {
    const lead = match[1] ?? match[3] ?? "";
    const ref = match[2] ?? match[4] ?? "";
    const start = match.index + lead.length - "ctx:".length;
    if (start > at) parts.push({ text: text.slice(at, start), ref: null });
    at = match.index + lead.length + ref.length;
    parts.push({ text: text.slice(start, at), ref });
  }
  if (at < text.length) parts.push({ text: text.slice(at), ref: null });
  return parts;
}
