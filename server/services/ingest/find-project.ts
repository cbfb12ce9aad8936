import type { Principal } from "@/server/core/access/scope";
import { ok, type Result } from "@/server/core/result";
import type { Deps } from "../deps";
import { readHeader } from "./read-batch";
import { resolveProject } from "./resolve-project";

/**
 * Where sessions with this header go, before anything is sent. Faults as an upload would give them: `not_found` with a
 * proposal for an unknown project, `bad_request` for a header that names none.
 */
export async function findProject(
  deps: Deps,
  key: Extract<Principal, { kind: "key" }>,
  session: unknown,
): Promise<Result<{ team: string; project: string }>> {
  const header = readHeader(session);
  if (!header.ok) return header;
  const scope = await resolveProject(deps, key, header.value, { create: false });
  return scope.ok ? ok({ team: scope.value.teamSlug, project: scope.value.projectSlug }) : scope;
}
