import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** The version in the package.json of the checkout at `root`. */
export function productVersion(root: string): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, "package.json"), "utf8"));
  return z.object({ version: z.string() }).parse(manifest).version;
}
