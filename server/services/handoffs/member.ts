import type { ProjectScope } from "../../core/access/scope";
import { fail, ok, type Result } from "../../core/result";

/** Who writes here: a signed-in person, since drafts and comments are somebody's. */
export function memberOf({ actor }: ProjectScope): Result<string> {
  if (actor.kind === "member" && actor.memberId !== null) return ok(actor.memberId);
  return fail("forbidden", "Only a signed-in person does this. Sign in in the browser and do it there.");
}
