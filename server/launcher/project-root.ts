import { existsSync } from "node:fs";
import path from "node:path";

/** The folder of the checkout: the nearest one above this file that has a `prisma/` beside its package.json. */
export function findProjectRoot(from: string = import.meta.dirname): string {
  for (let folder = from; ; folder = path.dirname(folder)) {
    if (existsSync(path.join(folder, "package.json")) && existsSync(path.join(folder, "prisma"))) return folder;
    if (folder === path.dirname(folder)) throw new Error(`No package.json with prisma/ beside it above ${from}.`);
  }
}
