import type { ProjectScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import { readDocument, setDocumentRemoved } from "../../db/rules/documents";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { allOrNothing, outdated } from "../memory/versioned";

export interface DocumentTarget {
  readonly path: string;
  readonly expectedVersion: number;
}

/** Takes a document off the list; its versions stay, so that it can be restored. */
export function removeDocument(deps: Deps, scope: ProjectScope, input: DocumentTarget) {
  return setRemoved(deps, scope, input, true);
}

export function restoreDocument(deps: Deps, scope: ProjectScope, input: DocumentTarget) {
  return setRemoved(deps, scope, input, false);
}

async function setRemoved(
  deps: Deps,
  scope: ProjectScope,
  { path, expectedVersion }: DocumentTarget,
  isRemoved: boolean,
): Promise<Result<{ path: string; version: number }>> {
  return allOrNothing(deps, scope, async (tx) => {
    const known = await readDocument(tx, scope, path);
    if (!known) return notFound("document", path);
    const { version } = known;
    if (version !== expectedVersion) return outdated(path, version);
    if ((known.removedAt !== null) === isRemoved) {
      return fail("conflict", `${path} is ${isRemoved ? "removed already" : "not removed"}.`, { field: "path" });
    }
    const now = deps.clock.now();
    const isSet = await setDocumentRemoved(tx, scope, { path, version, removedAt: isRemoved ? now : null, now });
    if (!isSet) return outdated(path, version);
    const action = isRemoved ? "document.removed" : "document.restored";
    await recordAudit(deps, tx, scope, { action, subject: path, projectId: scope.projectId, detail: { version } });
    return ok({ path, version });
  });
}
