/** What a rule or a skill is about; the stage table of the policy names these. */
export const CATEGORIES = [
  "behavior",
  "agents",
  "coding",
  "testing",
  "architecture",
  "planning",
  "security",
  "linting",
  "language",
  "debugging",
] as const;
export type Category = (typeof CATEGORIES)[number];

export function isCategory(name: string | null): name is Category {
  return CATEGORIES.some((category) => category === name);
}

/**
 * How a category is guessed: by the beginnings of words, in the name first, then in the folders of the path, then in
 * the first heading and description. Order counts: `test-architecture` is about testing. A person's choice wins.
 */
export const CATEGORY_WORDS: readonly { readonly category: Category; readonly words: readonly string[] }[] = [
  { category: "debugging", words: ["debug", "troubleshoot", "diagnos", "bugfix", "bug", "incident", "postmortem"] },
  { category: "security", words: ["secur", "secret", "auth", "owasp", "vulnerab", "threat", "privacy", "crypto"] },
  { category: "linting", words: ["lint", "eslint", "biome", "prettier", "format", "ruff", "rubocop", "credo"] },
  {
    category: "testing",
    words: ["test", "tdd", "coverage", "e2e", "playwright", "jest", "vitest", "pytest", "verif", "qa"],
  },
  { category: "agents", words: ["agent", "subagent", "orchestr", "coordinat", "delegat", "dispatch", "multiagent"] },
  {
    category: "planning",
    words: ["plan", "roadmap", "brainstorm", "spec", "requirement", "todo", "milestone", "estimat"],
  },
  {
    category: "architecture",
    words: ["architect", "adr", "structur", "module", "layer", "boundar", "domain", "database", "schema", "infra"],
  },
  {
    category: "language",
    words: [
      "typescript",
      "javascript",
      "python",
      "rust",
      "golang",
      "java",
      "kotlin",
      "swift",
      "ruby",
      "elixir",
      "csharp",
      "php",
      "react",
      "vue",
      "svelte",
      "language",
    ],
  },
  {
    category: "coding",
    words: [
      "cod",
      "style",
      "convention",
      "standard",
      "naming",
      "refactor",
      "simplif",
      "review",
      "implement",
      "pattern",
    ],
  },
  {
    category: "behavior",
    words: [
      "behavi",
      "claude",
      "gemini",
      "cursorrules",
      "copilot",
      "tone",
      "communicat",
      "persona",
      "preferenc",
      "workflow",
    ],
  },
];
