/** Letters that people already use for a client, where the rule below would give others. */
const KNOWN: Record<string, string> = {
  codex: "CX",
  "copilot-cli": "CP",
  explorer: "EX",
  opencode: "OC",
  openhands: "OH",
};

/** Two letters of a role or client: "code-reviewer" → CR, "main" → MA, "codex" → CX. */
export function clientLetters(name: string): string {
  const known = KNOWN[name.toLowerCase()];
  if (known) return known;
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  const [first = "?", second] = words;
  const letters = second ? `${firstOf(first)}${firstOf(second)}` : [...first].slice(0, 2).join("");
  return letters.toUpperCase();
}

/** A person's initials: "Ines Okafor" → IO, "ada" → A. */
export function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  const [first = "?"] = words;
  const last = words.length > 1 ? words.at(-1) : undefined;
  return `${firstOf(first)}${last ? firstOf(last) : ""}`.toUpperCase();
}

function firstOf(word: string): string {
  return [...word][0] ?? "";
}
