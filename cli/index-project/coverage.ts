import { readFile } from "node:fs/promises";
import path from "node:path";
import { ProjectPaths } from "@/server/core/files/project-paths";

/** Covered share of each file's lines, 0 to 1. */
export type Coverage = ReadonlyMap<string, number>;

const USUAL_PLACES = ["coverage/lcov.info", "lcov.info", "coverage/lcov/lcov.info"];

/**
 * Reads the lcov reports of a project: at the usual places of its root and of its packages, or the one that was told.
 * Paths in a report may be absolute (of any machine) or relative to where the tests ran.
 */
export async function readCoverage(
  root: string,
  known: ReadonlySet<string>,
  told: string | undefined,
): Promise<{ coverage: Coverage; reports: number }> {
  const packages = [...known].filter((file) => /(^|\/)(package\.json|pyproject\.toml)$/.test(file));
  const bases = ["", ...packages.map((file) => file.slice(0, Math.max(0, file.lastIndexOf("/"))))];
  const places = [...new Set(bases)].flatMap((base) => USUAL_PLACES.map((place) => ({ base, place })));
  const lines: LineHits = new Map();
  let reports = 0;
  for (const { base, place } of told === undefined ? places : [{ base: "", place: told }]) {
    const text = await readFile(path.resolve(root, base, place), "utf8").catch(() => null);
    if (text === null) continue;
    reports++;
    addReport(lines, text, pathsOf(known, root, base));
  }
  return { coverage: shares(lines), reports };
}

/** Hits by line by file: several reports, or several records, may tell of one file. */
type LineHits = Map<string, Map<number, number>>;

function pathsOf(known: ReadonlySet<string>, root: string, base: string): (written: string) => string | null {
  const paths = new ProjectPaths(known);
  const folder = path.resolve(root, base).replaceAll("\\", "/");
  return (written) => paths.find(path.posix.normalize(written.replaceAll("\\", "/")), folder);
}

/** The trace file format of geninfo(1): `SF:` begins a file, `DA:<line>,<hits>` tells of one line. */
export function addReport(lines: LineHits, text: string, find: (written: string) => string | null): void {
  let hits = new Map<number, number>();
  for (const line of text.split(/\r?\n/)) {
    if (line.startsWith("SF:")) hits = hitsOf(lines, find(line.slice(3).trim()));
    else if (line.startsWith("DA:")) addLine(hits, line.slice(3));
  }
}

/** Lines of a file that is none of the project's are counted for nothing. */
function hitsOf(lines: LineHits, file: string | null): Map<number, number> {
  const hits = (file === null ? undefined : lines.get(file)) ?? new Map<number, number>();
  if (file !== null) lines.set(file, hits);
  return hits;
}

function addLine(hits: Map<number, number>, fields: string): void {
  const [line = Number.NaN, count = Number.NaN] = fields.split(",").map(Number);
  if (!Number.isNaN(line + count)) hits.set(line, Math.max(count, hits.get(line) ?? 0));
}

export function shares(lines: LineHits): Coverage {
  const coverage = new Map<string, number>();
  for (const [file, hits] of lines) {
    if (hits.size === 0) continue;
    const covered = [...hits.values()].filter((count) => count > 0).length;
    coverage.set(file, covered / hits.size);
  }
  return coverage;
}
