import type { ProjectScope } from "../../core/access/scope";
import type { ListFormat } from "../../core/formats/list-file";
import { ok, type Result } from "../../core/result";
import { rulesFile } from "../../core/rules/rules-file";
import { readNewestRules } from "../../db/rules/rule-record";
import type { Deps } from "../deps";
import { filePage, type TextFilePage } from "../memory/export-records";
import { type ListRules, listRules } from "./list-rules";
import { toRuleVersion } from "./rule-views";

const PAGE = 100;

/** A page of the list under its filter as a file, each rule as its newest version says it. */
export async function exportRules(
  deps: Deps,
  scope: ProjectScope,
  { format, ...input }: Omit<ListRules, "limit"> & { readonly format: ListFormat },
): Promise<Result<TextFilePage>> {
  const { kind, cursor } = input;
  const page = await listRules(deps, scope, { ...input, limit: PAGE });
  if (!page.ok) return page;
  const numbers = page.value.rows.map(({ number }) => number);
  const newest = new Map((await readNewestRules(deps.db, scope, kind, numbers)).map((row) => [row.number, row]));
  const rows = numbers.flatMap((number) => {
    const row = newest.get(number);
    return row ? [{ number, ...toRuleVersion(row) }] : [];
  });
  return ok(filePage(scope, `${kind}s`, rulesFile(kind), { rows, format, cursor }, page.value.nextCursor));
}
