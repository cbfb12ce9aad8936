/**
 * The sentences that a person wrote themselves in a prompt: without code, quoted lines, pasted output, comments and the
 * notes that clients wrap prompts in. Spans in quotation marks are blanked in `plain`, so that a rule which is only
 * quoted is not found, while `text` keeps them.
 */
export interface SaidSentence {
  readonly text: string;
  readonly plain: string;
}

/** A longer prompt is a pasted document or a command's template. */
const MAX_PROMPT_CHARACTERS = 3_000;
const MAX_SENTENCE_CHARACTERS = 400;
const MIN_SENTENCE_CHARACTERS = 8;

export function saidSentences(prompt: string): SaidSentence[] {
  const own = withoutBlocks(prompt);
  if (own.length > MAX_PROMPT_CHARACTERS) return [];
  return own
    .split(/\r?\n/)
    .filter((line) => !isPasted(line))
    .flatMap((line) => sentencesOf(line.replace(/^\s*(?:[-*+•]|\d+[.)])\s+/, "").replace(/\*\*/g, "")))
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter(({ length }) => length >= MIN_SENTENCE_CHARACTERS && length <= MAX_SENTENCE_CHARACTERS)
    .map((text) => ({ text, plain: withoutQuotes(text) }));
}

/** Fenced code and everything in tags: clients put reminders, files and output into them. */
function withoutBlocks(prompt: string): string {
  return prompt
    .replace(/(```|~~~)[\s\S]*?(?:\1|$)/g, "\n")
    .replace(/<([a-z][\w-]*)(?:\s[^<>]*)?>[\s\S]*?<\/\1>/gi, "\n")
    .trim();
}

/** Quotations, comments, headings, diffs, logs, shell prompts and indented code are words of others. */
const PASTED = [
  /^\s*>/,
  /^\s*(?:\/\/|\/\*|\*\/|#|--\s|;;|<!--)/,
  /^(?: {4,}|\t)/,
  /^[+-]{1,3}\S/,
  /^\s*(?:\$|%|❯|»)\s/,
  /^\s*\[?\d{4}-\d\d-\d\d[T ]\d\d:/,
  /^\s*\[?(?:error|warn(?:ing)?|info|debug|fatal|traceback|note)\b\]?\s*[:[(]/i,
  /[;{}]\s*$/,
];

function isPasted(line: string): boolean {
  return PASTED.some((form) => form.test(line));
}

/** Ends at a mark that a space and a new sentence follow; `e.g. this` and `v1.2` go on. */
function sentencesOf(line: string): string[] {
  return line.split(/(?<=[.!?…])(?<!\b(?:e\.g|i\.e|etc|vs|cf)\.)\s+(?=["'“(`]?[A-Z0-9])/);
}

function withoutQuotes(text: string): string {
  const blank = (span: string) => " ".repeat(span.length);
  return text
    .replace(/"[^"]*"|“[^”]*”|«[^»]*»/g, blank)
    .replace(/(?<=^|[\s(])'[^']+'(?=$|[\s.,;:)!?])/g, blank)
    .replace(/`[^`]*`/g, (span) => `\`${"x".repeat(Math.max(1, span.length - 2))}\``);
}
