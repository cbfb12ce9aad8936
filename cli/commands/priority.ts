import path from "node:path";
import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/root";
import type { PriorityLevel } from "@/server/core/files/rank-files";
import { CliFault } from "../fault";
import { runGit } from "../index-project/run-git";
import { count, number, say } from "../output";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { toFault } from "../upload/api";

export interface PriorityOptions {
  readonly project?: string;
  readonly server?: string;
  readonly session?: number;
  readonly task?: string;
  readonly level?: PriorityLevel;
  readonly pin?: PriorityLevel;
  readonly unpin?: boolean;
  readonly limit: number;
  readonly json?: boolean;
}

type Priorities = inferRouterOutputs<AppRouter>["files"]["priorities"];

const MAX_CHANGED = 200;

/** Shows files by priority, explains one, or pins it. */
export async function priority(file: string | undefined, options: PriorityOptions): Promise<void> {
  const isPinning = options.pin !== undefined || options.unpin === true;
  if (isPinning && file === undefined) throw new CliFault("Name the file: steward priority <file> --pin P0");
  const place = await openProject(options);
  const named = file === undefined ? null : projectPath(place.root, file);
  if (isPinning && named !== null) await pin(place, named, options);
  else await show(place, named, options);
}

async function pin({ api, name }: ProjectPlace, file: string, options: PriorityOptions): Promise<void> {
  try {
    const done = options.pin
      ? await api.files.pin.mutate({ ...name, path: file, level: options.pin })
      : await api.files.unpin.mutate({ ...name, path: file });
    if (options.json) say.line(JSON.stringify(done));
    else
      say.line(
        done.pin ? `${file} is pinned to ${done.pin.level} by ${done.pin.by}.` : `${file} is not pinned any more.`,
      );
  } catch (error) {
    throw toFault(error);
  }
}

async function show(place: ProjectPlace, file: string | null, options: PriorityOptions): Promise<void> {
  const { session = null, task = "", level = null, limit } = options;
  const changed = session === null ? await changedFiles(place.root) : [];
  const found = await place.api.files.priorities
    .query({ ...place.name, number: session, task, level, changed, path: file, limit })
    .catch((error: unknown) => {
      throw toFault(error);
    });
  if (options.json) say.line(JSON.stringify(found));
  else if (found.index === null) throw new CliFault(`${place.name.project} has no index yet. Run: steward index`);
  else if (file !== null) explain(found, file);
  else list(found);
}

function list({ rows, counts, active, unknown, nextCursor }: Priorities): void {
  for (const row of rows) say.line(`${row.level}  ${row.score.toFixed(2)}  ${row.path}  ${row.why}`);
  const all = Object.entries(counts).map(([level, files]) => `${number(files)} ${level}`);
  say.line(`${count(active.length, "file")} being edited; ${all.join(", ")}.`);
  if (unknown.length > 0)
    say.line(`Not in the index yet: ${count(unknown.length, "file")}. Run steward index to add them.`);
  if (nextCursor !== null) say.line("There are more: use --limit, --level, or --json with its nextCursor.");
}

function explain({ rows }: Priorities, file: string): void {
  const row = rows[0];
  if (!row) throw new CliFault(`The index has no file ${file}. Run steward index, or check the path.`);
  say.line(`${row.path}: ${row.level}. ${row.why}`);
  say.line(`Score ${row.score.toFixed(2)}:`);
  for (const { term, weight, value, points, why } of row.terms) {
    say.line(`  ${points.toFixed(2)} = ${weight} × ${value.toFixed(2)} ${term}. ${why}`);
  }
}

/** Paths may be written from where the person stands, or as the index has them. */
function projectPath(root: string, file: string): string {
  const inside = path.relative(root, path.resolve(file));
  return inside.startsWith("..") ? file : inside.replaceAll(path.sep, "/");
}

/** What the working tree changes: without a session, that is what is being edited. */
async function changedFiles(root: string): Promise<string[]> {
  const files: string[] = [];
  await runGit(root, ["diff", "--name-only", "--relative", "HEAD"], (line) => files.push(line));
  await runGit(root, ["ls-files", "--others", "--exclude-standard"], (line) => files.push(line));
  return files.filter((file) => file !== "" && !file.startsWith('"')).slice(0, MAX_CHANGED);
}
