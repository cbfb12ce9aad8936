import { readFileSync } from "node:fs";
import path from "node:path";
import { isObject, stringAt } from "@/server/core/transcripts/json";
import { CliFault } from "../fault";

const STEWARD_FILE = ".steward.json";

/**
 * The project that `.steward.json` names, in the folder or above it; the nearest one counts. Null where there is none.
 * @throws CliFault for a file that names no project.
 */
export function readStewardFile(folder: string): string | null {
  for (let at = folder; ; at = path.dirname(at)) {
    const file = path.join(at, STEWARD_FILE);
    const text = textOf(file);
    if (text !== null) return projectIn(text, file);
    if (at === path.dirname(at)) return null;
  }
}

function textOf(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch {
    return null;
  }
}

function projectIn(text: string, file: string): string {
  try {
    const value: unknown = JSON.parse(text);
    const project = isObject(value) ? stringAt(value, "project") : undefined;
    if (project) return project;
  } catch {
    // Said below, as for any other text.
  }
  throw new CliFault(`${file} names no project. Write it like {"project": "billing-api"}.`);
}
