import { z } from "zod";
import type { ProjectScope } from "../../core/access/scope";
import { OutlineEntry } from "../../core/files/index-part";
import type { FileOutline } from "../../core/files/views";
import { notFound, ok, type Result } from "../../core/result";
import { readFileOutline, readImporters } from "../../db/files/project-files";
import type { Deps } from "../deps";

const MAX_IMPORTERS = 200;
/** An older server may have stored what this one does not know: such entries are left out. */
const StoredOutline = z.array(z.unknown()).transform((entries) =>
  entries.flatMap((entry) => {
    const parsed = OutlineEntry.safeParse(entry);
    return parsed.success ? [parsed.data] : [];
  }),
);

/** What a file declares, imports and is imported by. */
export async function getFileOutline(
  deps: Deps,
  scope: ProjectScope,
  { path }: { readonly path: string },
): Promise<Result<FileOutline>> {
  const row = await readFileOutline(deps.db.pool, scope, path);
  if (!row) return notFound("file", path);
  const { outline, lastCommitAt, ...facts } = row;
  return ok({
    ...facts,
    outline: StoredOutline.catch([]).parse(outline),
    importedBy: await readImporters(deps.db.pool, scope, path, MAX_IMPORTERS),
    lastCommitAt: lastCommitAt?.toISOString() ?? null,
  });
}
