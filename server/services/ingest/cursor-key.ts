import type { Principal } from "@/server/core/access/scope";
import { safeText } from "@/server/core/redact/safe-text";
import { fail, ok, type Result } from "@/server/core/result";
import type { CursorKey } from "@/server/db/ingest/cursors";
import type { Deps } from "../deps";
import { readHeader } from "./read-batch";
import { resolveProject } from "./resolve-project";

/** A source stands in an index row, which the database limits to 2,704 bytes. */
const MAX_SOURCE_BYTES = 2_000;

/** Whose cursor is meant: the project and client of the session header, and the file as the client names it. */
export async function cursorKey(
  deps: Deps,
  key: Extract<Principal, { kind: "key" }>,
  session: unknown,
  source: string,
): Promise<Result<CursorKey>> {
  const header = readHeader(session);
  if (!header.ok) return header;
  const name = safeText(source);
  if (name === "" || Buffer.byteLength(name) > MAX_SOURCE_BYTES) {
    return fail("bad_request", `source must have 1 to ${MAX_SOURCE_BYTES} bytes. Send the path of the file.`, {
      field: "source",
    });
  }
  const scope = await resolveProject(deps, key, header.value, { create: false });
  if (!scope.ok) return scope;
  const { teamId, projectId } = scope.value;
  return ok({ teamId, projectId, client: header.value.client, source: name });
}
