import type { ProjectScope } from "../../core/access/scope";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";

/** Who speaks, and what they say, through the funnel. */
export function spoken(scope: ProjectScope, body: string): Result<{ authorId: string; body: SafeText }> {
  const author = speaker(scope);
  if (!author.ok) return author;
  const text = safeText(body.trim());
  if (text === "") return fail("bad_request", "The comment is empty. Write something first.", { field: "body" });
  return ok({ authorId: author.value, body: text });
}

export function speaker({ actor }: ProjectScope): Result<string> {
  if (actor.kind === "member" && actor.memberId !== null) return ok(actor.memberId);
  return fail("forbidden", "Only a signed-in person comments. Sign in in the browser and do it there.");
}
