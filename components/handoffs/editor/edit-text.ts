/**
 * Puts text in place of a part of the field, as typing would: the browser's own undo takes it back. Browsers that
 * refuse the command get the value set, and the event that tells React.
 */
export function typeInto(field: HTMLTextAreaElement, range: { from: number; to: number }, text: string): void {
  field.focus();
  field.setSelectionRange(range.from, range.to);
  if (document.execCommand("insertText", false, text)) return;
  field.setRangeText(text, range.from, range.to, "end");
  field.dispatchEvent(new Event("input", { bubbles: true }));
}

/** Marks what is selected on both sides, and keeps it selected. */
export function wrapSelection(field: HTMLTextAreaElement, mark: string): void {
  const { selectionStart: from, selectionEnd: to, value } = field;
  typeInto(field, { from, to }, `${mark}${value.slice(from, to)}${mark}`);
  field.setSelectionRange(from + mark.length, to + mark.length);
}

/** Puts a mark before each line that the selection touches. */
export function prefixLines(field: HTMLTextAreaElement, prefix: string): void {
  const { selectionStart, selectionEnd, value } = field;
  const from = value.lastIndexOf("\n", selectionStart - 1) + 1;
  const end = value.indexOf("\n", selectionEnd);
  const to = end < 0 ? value.length : end;
  const lines = value.slice(from, to).split("\n");
  typeInto(field, { from, to }, lines.map((line) => `${prefix}${line}`).join("\n"));
}
