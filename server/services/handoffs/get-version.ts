import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import type { HandoffText } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { readHandoffVersion } from "../../db/handoffs/record";
import type { Deps } from "../deps";
import { toText } from "./version-views";

/** Any version of a note as it was published. */
export async function getVersion(
  deps: Deps,
  scope: ProjectScope,
  { number, version }: { readonly number: number; readonly version: number },
): Promise<Result<HandoffText>> {
  const row = await readHandoffVersion(deps.db.prisma, scope, number, version);
  return row ? ok(toText(row)) : notFound("version", `${version} of ${recordRef("handoff", number)}`);
}
