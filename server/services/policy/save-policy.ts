import type { ProjectScope } from "../../core/access/scope";
import { changeWords, policyChanges } from "../../core/policy/diff";
import { parseBody, readSavedPolicy } from "../../core/policy/read";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { enqueueReanalysis, findNewestVersion, insertVersion } from "../../db/policy/versions";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { safeBody } from "./safe-body";

export interface SavePolicy {
  /** A preset and what it changes; checked here, so that each fault is a sentence. */
  readonly body: unknown;
  /** The version that the person changed; 0 while there is none. */
  readonly expectedVersion: number;
  readonly note: string;
}

export const MOST_NOTE_CHARACTERS = 500;
const AUDITED_CHANGES = 50;

/** Saves the next version and has every session of the project judged under it. Saved versions never change. */
export async function savePolicy(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  scope: ProjectScope,
  input: SavePolicy,
): Promise<Result<{ version: number; changes: string[] }>> {
  const note = noteOf(input.note);
  if (!note.ok) return note;
  const version = input.expectedVersion + 1;
  const read = parseBody(safeBody(input.body), version);
  if (!read.ok) return read;
  return deps.db.withTenant(scope, async (tx) => {
    const newest = await findNewestVersion(tx, scope);
    const current = newest?.version ?? 0;
    if (current !== input.expectedVersion) return outdated(current);
    const before = readSavedPolicy(current, newest ? newest.body : {});
    const changes = policyChanges(before.policy, read.value.policy).map(changeWords);
    // A version that cannot be read is replaced by what it counts as: saving that is a change.
    if (changes.length === 0 && before.problem === null) return unchanged(current);
    const { memberId } = scope.actor;
    const createdAt = deps.clock.now();
    const row = { version, body: read.value.body, note: note.value, createdBy: memberId, createdAt };
    if (!(await insertVersion(tx, scope, row))) return outdated(version);
    await recordAudit(deps, tx, scope, {
      action: "policy.saved",
      subject: `policy v${version}`,
      projectId: scope.projectId,
      detail: {
        version,
        changes: changes.slice(0, AUDITED_CHANGES).map((change) => safeText(change)),
        ...(note.value === null ? {} : { note: note.value }),
      },
    });
    await enqueueReanalysis(tx, scope);
    return ok({ version, changes });
  });
}

function noteOf(raw: string): Result<SafeText | null> {
  const note = safeText(raw.trim());
  if (note.length <= MOST_NOTE_CHARACTERS) return ok(note === "" ? null : note);
  return fail("bad_request", `The note has ${note.length} characters; ${MOST_NOTE_CHARACTERS} is the most.`, {
    field: "note",
  });
}

function outdated<T>(current: number): Result<T> {
  const message = `The policy changed meanwhile: version ${current} is in force now. Read it again; your changes can then be made over it.`;
  return fail("conflict", message, { field: "expectedVersion" });
}

function unchanged<T>(current: number): Result<T> {
  const than = current === 0 ? "the strict preset" : `version ${current}`;
  return fail("bad_request", `Nothing differs from ${than}. Change something, then save.`, { field: "body" });
}
