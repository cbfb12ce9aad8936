import type { ProjectScope } from "../../core/access/scope";
import type { ExportFormat } from "../../core/formats/export-formats";
import { fail, ok, type Result } from "../../core/result";
import type { Deps } from "../deps";
import { EXPORT_STEPS, type ExportStep, type FilePiece } from "./export-steps";

export interface ExportPage {
  readonly pieces: readonly FilePiece[];
  readonly nextCursor: string | null;
}

/**
 * One page of an export. Pieces of one path that follow each other, also over pages, are one file; asking until there
 * is no next page gives all of it, each record in its newest version, those that were superseded marked as such.
 */
export async function exportPage(
  deps: Deps,
  scope: ProjectScope,
  { format, cursor }: { readonly format: ExportFormat; readonly cursor: string | null },
): Promise<Result<ExportPage>> {
  const steps: readonly ExportStep[] = EXPORT_STEPS[format];
  const [, digits = "0", after] = /^(\d{1,2})(?:~(.*))?$/s.exec(cursor ?? "0") ?? [];
  const index = Number(digits);
  const step = steps[index];
  if (step === undefined || (cursor !== null && !/^\d{1,2}(?:~.*)?$/s.test(cursor))) {
    return fail("bad_request", "This page mark is not one of this export. Start from the first page.", {
      field: "cursor",
    });
  }
  const { pieces, next } = await step(deps, scope, after ?? null);
  const following = index + 1 < steps.length ? String(index + 1) : null;
  return ok({ pieces, nextCursor: next === null ? following : `${index}~${next}` });
}
