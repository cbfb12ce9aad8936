import type { RuleInForce } from "./views";

/**
 * A rule as agents are told it, on one line:
 *
 *     CON-002: Never edit files under dist/. They are built. Because: edits are lost. Holds for: dist/**
 */
export function toldOf({ ref, title, text, reason, affectedPaths }: Omit<RuleInForce, "kind">): string {
  const said = saysMore(title, text) ? `${withStop(title)} ${text}` : title;
  const parts = [
    `${ref}: ${reason === "" && affectedPaths.length === 0 ? said : withStop(said)}`,
    ...(reason.trim() === "" ? [] : [`Because: ${affectedPaths.length === 0 ? reason : withStop(reason)}`]),
    ...(affectedPaths.length === 0 ? [] : [`Holds for: ${affectedPaths.join(", ")}`]),
  ];
  return parts.join(" ").replace(/\s+/g, " ").trim();
}

/** Titles of short rules are the rule itself. */
function saysMore(title: string, text: string): boolean {
  const plain = (words: string) =>
    words
      .toLowerCase()
      .replace(/[\s.]+/g, " ")
      .trim();
  return text.trim() !== "" && plain(text) !== plain(title);
}

function withStop(text: string): string {
  return /[.!?:…]$/.test(text.trim()) ? text.trim() : `${text.trim()}.`;
}
