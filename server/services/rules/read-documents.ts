import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type DocumentList, type DocumentRow, type DocumentView, documentKindOf } from "../../core/rules/document";
import {
  type DocumentRecord,
  type DocumentVersionRecord,
  readDocument,
  readDocumentText,
  readDocumentVersions,
  listDocuments as readList,
} from "../../db/rules/documents";
import type { Deps } from "../deps";

const MAX_VERSIONS = 100;

/** One page of the project's documents in the order of their paths, or of those that were removed. */
export async function listDocuments(
  deps: Deps,
  scope: ProjectScope,
  input: { readonly isRemoved: boolean; readonly cursor: string | null; readonly limit: number },
): Promise<Result<DocumentList>> {
  const { isRemoved, cursor, limit } = input;
  const found = await readList(deps.db.prisma, scope, { isRemoved, after: cursor, limit: limit + 1 });
  const rows = found.slice(0, limit).map(toRow);
  return ok({
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    rows,
    nextCursor: found.length > limit ? (rows.at(-1)?.path ?? null) : null,
    mayWrite: mayWrite(scope),
  });
}

/** A document with its versions and the text of one of them; the newest when none is named. */
export async function getDocument(
  deps: Deps,
  scope: ProjectScope,
  { path, version }: { readonly path: string; readonly version: number | null },
): Promise<Result<DocumentView>> {
  const { prisma } = deps.db;
  const document = await readDocument(prisma, scope, path);
  if (!document) return notFound("document", path);
  const shown = version ?? document.version;
  const [told, versions] = await Promise.all([
    readDocumentText(prisma, scope, path, shown),
    readDocumentVersions(prisma, scope, path, MAX_VERSIONS),
  ]);
  if (!told) {
    return fail("not_found", `${path} has no version ${shown}; the newest is ${document.version}.`, {
      field: "version",
    });
  }
  return ok({
    ...toRow(document),
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    mayWrite: mayWrite(scope),
    shown,
    text: told.text,
    versions: versions.map(toVersion),
  });
}

function mayWrite({ role }: ProjectScope): boolean {
  return can({ role, keyScopes: null }, "memory:write");
}

function toRow({ path, kind, version, tokens, updatedAt, removedAt }: DocumentRecord): DocumentRow {
  return {
    ...{ path, version, tokens },
    kind: documentKindOf(kind),
    updatedAt: updatedAt.toISOString(),
    removedAt: removedAt?.toISOString() ?? null,
  };
}

function toVersion({ authorKind, author, createdAt, ...row }: DocumentVersionRecord): DocumentView["versions"][number] {
  return { ...row, author: { kind: authorKind, name: author }, createdAt: createdAt.toISOString() };
}
