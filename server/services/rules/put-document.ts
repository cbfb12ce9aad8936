import { createHash } from "node:crypto";
import type { ProjectScope } from "../../core/access/scope";
import { estimateTokens } from "../../core/events/tokens";
import { type SafeText, safeText } from "../../core/redact/safe-text";
import { ok, type Result } from "../../core/result";
import { type DocumentPut, documentKind } from "../../core/rules/document";
import type { TenantTx } from "../../db/client";
import {
  appendDocumentVersion,
  type DocumentRecord,
  insertDocument,
  moveDocument,
  readDocument,
  readDocumentText,
  setDocumentRemoved,
} from "../../db/rules/documents";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { allOrNothing, outdated } from "../memory/versioned";

export interface PutDocument {
  readonly path: string;
  readonly text: string;
  /** The version that the writer saw, 0 for a new document; null takes whatever is there. */
  readonly expectedVersion: number | null;
}

interface Put {
  readonly deps: Deps;
  readonly tx: TenantTx;
  readonly scope: ProjectScope;
  readonly path: string;
  readonly kind: DocumentPut["kind"];
  readonly text: SafeText;
  readonly tokens: number;
  readonly now: Date;
}

/**
 * Stores a document as it was uploaded, without secrets: a new version, or nothing when the newest one says the same.
 * A removed document is there again. Faults: `conflict` when it is at another version than the writer saw.
 */
export async function putDocument(deps: Deps, scope: ProjectScope, input: PutDocument): Promise<Result<DocumentPut>> {
  const path = safeText(input.path);
  const text = safeText(input.text);
  const kind = documentKind(path);
  return allOrNothing(deps, scope, async (tx) => {
    const known = await readDocument(tx, scope, path);
    const put = { deps, tx, scope, path, kind, text, tokens: estimateTokens(text), now: deps.clock.now() };
    const same = known && (await isSame(put, known));
    if (same) return known.removedAt === null ? ok(answer(put, known.version, "unchanged")) : restoreAsIs(put, known);
    const { expectedVersion } = input;
    const at = known?.version ?? 0;
    if (expectedVersion !== null && expectedVersion !== at) return outdated(path, at);
    return writeVersion(put, known);
  });
}

async function isSame({ tx, scope, path, text }: Put, { version }: DocumentRecord): Promise<boolean> {
  return (await readDocumentText(tx, scope, path, version))?.sha256 === hashOf(text);
}

function hashOf(text: SafeText): string {
  return createHash("sha256").update(text).digest("hex");
}

async function writeVersion(put: Put, known: DocumentRecord | null): Promise<Result<DocumentPut>> {
  const { tx, scope, path, kind, text, tokens, now } = put;
  const version = (known?.version ?? 0) + 1;
  const isFirst = known
    ? await moveDocument(tx, scope, { path, fromVersion: known.version, kind, tokens, now })
    : await insertDocument(tx, scope, { path, kind, tokens, now });
  if (!isFirst) return outdated(path, version);
  const written = { path, version, text, sha256: hashOf(text), tokens, now, ...authorOf(scope.actor) };
  await appendDocumentVersion(tx, scope, written);
  const result = known ? "changed" : "created";
  await audit(put, version, result);
  return ok(answer(put, version, result));
}

async function restoreAsIs(put: Put, { version }: DocumentRecord): Promise<Result<DocumentPut>> {
  const { tx, scope, path, now } = put;
  if (!(await setDocumentRemoved(tx, scope, { path, version, removedAt: null, now }))) return outdated(path, version);
  await audit(put, version, "restored");
  return ok(answer(put, version, "restored"));
}

async function audit({ deps, tx, scope, path }: Put, version: number, done: string): Promise<void> {
  const entry = { action: `document.${done}`, subject: path, projectId: scope.projectId, detail: { version } };
  await recordAudit(deps, tx, scope, entry);
}

function answer({ path, kind, tokens }: Put, version: number, result: DocumentPut["result"]): DocumentPut {
  return { path, kind, version, tokens, result };
}
