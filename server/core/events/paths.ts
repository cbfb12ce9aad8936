import type { ToolClass } from "./kinds";

/**
 * One spelling for one path: forward slashes, no `.` and `..` segments, no doubled or trailing slash. A relative path
 * is put behind `base` when that is known. Case is kept; addresses (`https://…`) are left alone.
 */
export function normalizePath(path: string, base?: string | null): string {
  const plain = path.trim().replace(/^file:\/\//, "");
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(plain)) return plain;
  const slashed = plain.replaceAll("\\", "/");
  const whole = base && isRelative(slashed) ? `${base.replaceAll("\\", "/")}/${slashed}` : slashed;
  const rooted = whole.startsWith("/");
  const kept = keptSegments(whole.split("/"), rooted).join("/");
  return rooted ? `/${kept}` : kept || ".";
}

function keptSegments(segments: readonly string[], rooted: boolean): string[] {
  const kept: string[] = [];
  for (const segment of segments) {
    if (segment === "" || segment === ".") continue;
    const canGoUp = kept.length > 0 && kept.at(-1) !== "..";
    if (segment !== "..") kept.push(segment);
    else if (canGoUp) kept.pop();
    else if (!rooted) kept.push(segment);
  }
  return kept;
}

function isRelative(path: string): boolean {
  return !path.startsWith("/") && !path.startsWith("~") && !/^[a-z]:/i.test(path);
}

const DEPENDENCY =
  /(?:^|\/)(?:node_modules|vendor|site-packages|dist-packages|\.venv|venv|Pods|bower_components|\.cargo\/registry|go\/pkg\/mod|\.m2\/repository|\.gradle\/caches|\.rustup)\//;
const DOCUMENT = /\.(?:md|mdx|markdown|txt|rst|adoc|asciidoc|org|pdf|rtf|docx?|tex)$/i;
const DOCUMENT_NAME = /(?:^|\/)(?:README|LICENSE|LICENCE|CHANGELOG|CONTRIBUTING|AUTHORS|NOTICE|COPYING)$/;

/** Text files that tools read, not people. */
const TEXT_OF_TOOLS = /(?:^|\/)(?:requirements[^/]*|CMakeLists|robots|constraints)\.txt$/;

/** What a read of this file is: of a dependency, of a document, or of source. */
export function readClassOf(path: string): Extract<ToolClass, "source_read" | "doc_read" | "dependency_read"> {
  if (DEPENDENCY.test(path)) return "dependency_read";
  const isDocument = DOCUMENT.test(path) && !TEXT_OF_TOOLS.test(path);
  return isDocument || DOCUMENT_NAME.test(path) ? "doc_read" : "source_read";
}

const LOG_FILE = /\.log(?:\.\d+)?$/i;

/** A file that a logger writes, rotated or not. */
export function isLogFile(path: string): boolean {
  return LOG_FILE.test(path);
}

/** The skill whose body this file is: the folder of a SKILL.md; null for any other file. */
export function skillOfPath(path: string): string | null {
  const folder = /(?:^|\/)([^/]+)\/SKILL\.md$/i.exec(path.replaceAll("\\", "/"));
  return folder?.[1] ?? null;
}

/** A skill's own name: `plugin:skill` and `/skill` are the same skill as `skill`. */
export function skillName(name: string): string {
  return name.trim().replace(/^\//, "").split(":").at(-1) || name;
}
