import { createHash } from "node:crypto";
import { skillOfPath } from "@/server/core/events/paths";
import { estimateTokens } from "@/server/core/events/tokens";
import type { RuleFileInput } from "@/server/core/files/index-part";
import { guessCategory } from "@/server/core/filter/guess-category";
import { safeText } from "@/server/core/redact/safe-text";

/** Where clients keep their rules; skills are recognized by their file's name. */
const RULE_PLACES: readonly RegExp[] = [
  /(^|\/)(CLAUDE|CLAUDE\.local|AGENTS|GEMINI|AGENT|CONVENTIONS|agent-orchestration)\.md$/i,
  /(^|\/)\.(cursorrules|windsurfrules|clinerules|roorules|goosehints)$/,
  /(^|\/)\.(cursor|claude|windsurf|clinerules|roo|continue|kiro)\/(.+\/)?[^/]+\.(md|mdc)$/,
  /(^|\/)\.github\/(copilot-instructions\.md|instructions\/.+\.md)$/,
  /(^|\/)rules\/(.+\/)?[^/]+\.(md|mdc)$/,
];
/** What lies in those folders and is no rule. */
const NO_RULE = /(^|\/)(README\.md|LICENSE\.md|CHANGELOG\.md)$|(^|\/)\.claude\/(agents|commands|plans|skills)\//i;

/** A rule or skill file as the catalogue has it; null for other files. Its text stays on this machine. */
export function ruleFileOf(path: string, text: string): RuleFileInput | null {
  const skill = skillOfPath(path);
  const kind = skill === null ? "rule" : "skill";
  if (skill === null && (NO_RULE.test(path) || !RULE_PLACES.some((place) => place.test(path)))) return null;
  const name = skill ?? path;
  return {
    kind,
    name,
    path,
    category: guessCategory({ kind, name, path, text })?.category ?? null,
    tokens: estimateTokens(text),
    // Of the redacted text, as events are hashed: a client that shows the file as it is shows the same version.
    sha256: createHash("sha256").update(safeText(text)).digest("hex"),
  };
}
