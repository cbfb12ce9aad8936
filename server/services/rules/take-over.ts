import { createHash } from "node:crypto";
import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { fail, notFound, ok, type Result } from "../../core/result";
import { type ListedConstraint, listedConstraints, type TakeOverPreview } from "../../core/rules/listed-constraints";
import type { Database, TenantTx } from "../../db/client";
import { takeNumber } from "../../db/memory/numbers";
import { readDocument, readDocumentText } from "../../db/rules/documents";
import { findConstraintsBySource, insertRules } from "../../db/rules/rule-record";
import { recordAudit } from "../audit/record";
import type { Deps } from "../deps";
import { authorOf } from "../memory/author";
import { safeJson } from "../memory/safe-json";
import { allOrNothing, outdated } from "../memory/versioned";

/** The constraints that the lists of a document would become, and which of them are there already. */
export async function previewTakeOver(
  deps: Deps,
  scope: ProjectScope,
  { path }: { readonly path: string },
): Promise<Result<TakeOverPreview>> {
  const read = await readListed(deps.db.prisma, scope, path);
  if (!read.ok) return read;
  const { version, items } = read.value;
  const known = await knownOf(deps.db.prisma, scope, path, items);
  return ok({ path, version, items: items.map((item) => ({ ...item, known: known.get(keyOf(path, item)) ?? null })) });
}

export interface TakeOver {
  readonly path: string;
  /** The version of the preview. */
  readonly expectedVersion: number;
  /** Places in the preview's list; null is all of them. */
  readonly items: readonly number[] | null;
}

/** Proposes constraints from a document; what came from it before gives no second one. */
export async function takeOver(
  deps: Deps,
  scope: ProjectScope,
  { path, expectedVersion, items: chosen }: TakeOver,
): Promise<Result<{ created: string[] }>> {
  return allOrNothing(deps, scope, async (tx) => {
    const read = await readListed(tx, scope, path);
    if (!read.ok) return read;
    const { version, items } = read.value;
    if (version !== expectedVersion) return outdated(path, version);
    if (chosen?.some((at) => items[at] === undefined)) {
      return fail("bad_request", `${path} lists ${items.length} constraints; name them by 0 to ${items.length - 1}.`, {
        field: "items",
      });
    }
    // Taking no number locks the series, so that two people who do this at once do not both find nothing.
    await takeNumber(tx, scope, "constraint", 0);
    const known = await knownOf(tx, scope, path, items);
    const wanted = (chosen === null ? items : items.filter((_, at) => chosen.includes(at))).filter(
      (item) => !known.has(keyOf(path, item)),
    );
    return wanted.length === 0 ? ok({ created: [] }) : insert(deps, tx, scope, { path, version, wanted });
  });
}

async function insert(
  deps: Deps,
  tx: TenantTx,
  scope: ProjectScope,
  { path, version, wanted }: { path: string; version: number; wanted: readonly ListedConstraint[] },
): Promise<Result<{ created: string[] }>> {
  const firstNumber = await takeNumber(tx, scope, "constraint", wanted.length);
  const shared = { version: 1, status: "proposed", sessionId: null, now: deps.clock.now(), ...authorOf(scope.actor) };
  const evidence = [{ kind: "note", session: null, ref: `${path}, version ${version}`, note: "" }];
  const rules = wanted.map((item, at) => ({
    first: { ...shared, number: firstNumber + at, content: safeJson({ ...item, reason: "", evidence }) },
    sourceKey: keyOf(path, item),
  }));
  await insertRules(tx, scope, "constraint", rules);
  const created = rules.map(({ first }) => recordRef("constraint", first.number));
  const detail = { version, created };
  await recordAudit(deps, tx, scope, {
    action: "document.taken_over",
    subject: path,
    projectId: scope.projectId,
    detail,
  });
  return ok({ created });
}

async function readListed(
  db: Database["prisma"] | TenantTx,
  scope: ProjectScope,
  path: string,
): Promise<Result<{ version: number; items: ListedConstraint[] }>> {
  const document = await readDocument(db, scope, path);
  const told = document && (await readDocumentText(db, scope, path, document.version));
  if (!document || !told) return notFound("document", path);
  if (document.kind !== "constraints") {
    return fail("bad_request", `${path} is no CONSTRAINTS.md, so its lists are no constraints.`, { field: "path" });
  }
  return ok({ version: document.version, items: listedConstraints(told.text) });
}

async function knownOf(
  db: Database["prisma"] | TenantTx,
  scope: ProjectScope,
  path: string,
  items: readonly ListedConstraint[],
): Promise<Map<string, string>> {
  const rows = await findConstraintsBySource(
    db,
    scope,
    items.map((item) => keyOf(path, item)),
  );
  return new Map(rows.map(({ number, sourceKey }) => [sourceKey ?? "", recordRef("constraint", number)]));
}

/** The same words in the same document are one constraint, wherever they stand in it. */
function keyOf(path: string, { text }: ListedConstraint): string {
  const words = text.toLowerCase().replace(/\s+/g, " ");
  return `document:${createHash("sha256").update(`${path}\n${words}`).digest("hex")}`;
}
