import type { CommandArgs } from "../../core/commands/args";
import { tellGraph, tellSymbol } from "../../core/commands/tell-graph";
import { tellPriority } from "../../core/commands/tell-records";
import { fail, ok, type Result } from "../../core/result";
import { readSymbols } from "../../db/commands/symbols";
import { readImporters, readPathsEndingWith } from "../../db/files/project-files";
import { getFileOutline } from "../files/file-outline";
import { listPriorities } from "../files/list-priorities";
import { pinFile } from "../files/pin-file";
import { type Asked, shown, type Told, type World } from "./world";

/** Commands about the project's files, as its index knows them. */

const MAX_PLACES = 30;
const MAX_PROPOSALS = 5;

export async function priority(asked: Asked, { file, level }: CommandArgs<"priority">): Promise<Result<Told>> {
  const { deps, scope, session } = asked;
  const path = await pathOf(asked, file);
  if (!path.ok) return path;
  if (level !== null) {
    const pinned = await pinFile(deps, scope, { path: path.value, level: level === "auto" ? null : level });
    if (!pinned.ok) return pinned;
  }
  const query = { number: session, task: "", changed: [], level: null, path: path.value, cursor: null, limit: 1 };
  const found = await listPriorities(deps, scope, query);
  if (!found.ok) return found;
  const row = found.value.rows[0];
  if (!row) return noFile(file, []);
  return ok({ ...shown(tellPriority(row), row), changed: level !== null });
}

export async function graph(world: World, { of }: CommandArgs<"graph">): Promise<Result<Told>> {
  const { deps, scope } = world;
  const { pool } = deps.db;
  const path = await pathOf(world, of);
  if (path.ok) {
    const file = await getFileOutline(deps, scope, { path: path.value });
    return file.ok ? ok(shown(tellGraph(file.value), file.value)) : file;
  }
  const places = await readSymbols(pool, scope, of, MAX_PLACES);
  const [first] = places;
  if (!first) return path;
  const importedBy = await readImporters(pool, scope, first.path, MAX_PLACES);
  return ok(shown(tellSymbol(of, places, importedBy), { name: of, places, importedBy }));
}

/** The path itself, or the only one that ends with it. */
async function pathOf({ deps, scope }: World, file: string): Promise<Result<string>> {
  const path = file.replace(/^(?:\.\/)+/, "");
  const known = await getFileOutline(deps, scope, { path });
  if (known.ok) return ok(path);
  const alike = await readPathsEndingWith(deps.db.pool, scope, `/${path}`, MAX_PROPOSALS);
  const [only, ...others] = alike;
  return only !== undefined && others.length === 0 ? ok(only) : noFile(file, alike);
}

function noFile(file: string, alike: readonly string[]): Result<never> {
  const remedy = alike.length > 0 ? `Did you mean ${alike.join(" or ")}?` : "Run steward index, or check the name.";
  return fail("not_found", `The index of this project knows no file or symbol ${file}. ${remedy}`, { field: "text" });
}
