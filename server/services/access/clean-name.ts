import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";

export const NAME_MAX_CHARACTERS = 80;

/** A name as it is stored: through the funnel, blanks collapsed. An empty or overlong one names the field. */
export function cleanName(raw: string, what: string, field = "name"): Result<SafeText> {
  // Collapsing only takes blanks away, so the funnel runs last and its promise holds.
  const name = safeText(raw.replace(/\s+/g, " ").trim());
  if (name === "") return fail("bad_request", `Give the ${what} a name.`, { field });
  if (name.length > NAME_MAX_CHARACTERS) {
    return fail(
      "bad_request",
      `The name of the ${what} has ${name.length} characters; ${NAME_MAX_CHARACTERS} is the most.`,
      {
        field,
      },
    );
  }
  return ok(name);
}
