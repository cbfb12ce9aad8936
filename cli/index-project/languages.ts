/** Languages by ending. Those with a reader give imports and an outline; the others are listed with their size. */
const LANGUAGE_OF: Readonly<Record<string, string>> = {
  ts: "typescript",
  mts: "typescript",
  cts: "typescript",
  tsx: "tsx",
  js: "javascript",
  mjs: "javascript",
  cjs: "javascript",
  jsx: "javascript",
  py: "python",
  pyi: "python",
  go: "go",
  rs: "rust",
  java: "java",
  kt: "kotlin",
  rb: "ruby",
  php: "php",
  cs: "csharp",
  c: "c",
  h: "c",
  cc: "cpp",
  cpp: "cpp",
  hpp: "cpp",
  swift: "swift",
  ex: "elixir",
  exs: "elixir",
  vue: "vue",
  svelte: "svelte",
  css: "css",
  scss: "css",
  html: "html",
  sql: "sql",
  prisma: "prisma",
  sh: "shell",
  json: "json",
  jsonc: "json",
  yaml: "yaml",
  yml: "yaml",
  toml: "toml",
  md: "markdown",
  mdx: "markdown",
  mdc: "markdown",
};

export function languageOf(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return (dot > 0 ? LANGUAGE_OF[name.slice(dot + 1).toLowerCase()] : undefined) ?? "other";
}

/** `jsx` stays off where `<T>value` is a cast. */
export function scriptDialect(language: string): { readonly jsx: boolean } | null {
  if (language === "typescript") return { jsx: false };
  return language === "tsx" || language === "javascript" ? { jsx: true } : null;
}
