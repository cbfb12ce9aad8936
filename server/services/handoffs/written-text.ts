import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";

/** What a person wrote, through the funnel, with line ends of one kind. Refused when there is nothing to publish. */
export function writtenText(input: {
  readonly title: string;
  readonly markdown: string;
}): Result<{ title: SafeText; markdown: SafeText }> {
  const text = draftText(input);
  if (text.title === "") return fail("bad_request", "Give the note a title.", { field: "title" });
  if (text.markdown.trim() === "") {
    return fail("bad_request", "The note is empty. Write what the next one needs to know.", { field: "markdown" });
  }
  return ok(text);
}

/** A draft may be unfinished: nothing in it is required. */
export function draftText(input: { readonly title: string; readonly markdown: string }) {
  const title = safeText(input.title.replace(/\s+/g, " ").trim());
  return { title, markdown: safeText(input.markdown.replace(/\r\n?/g, "\n")) };
}
