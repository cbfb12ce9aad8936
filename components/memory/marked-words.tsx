import { subjectWords } from "@/server/core/decisions/subject-words";

/** A text whose words that another one shares are marked; `words` are stems, as drift is found by. */
export function MarkedWords({ text, words }: { text: string; words: readonly string[] }) {
  const shared = new Set(words);
  let at = 0;
  return text.split(/([\p{L}\p{N}]+)/u).map((part) => {
    const key = at;
    at += part.length;
    const isShared = [...subjectWords(part)].some((stem) => shared.has(stem));
    if (!isShared) return <span key={key}>{part}</span>;
    return (
      <mark key={key} className="bg-accent-soft font-medium text-ink underline decoration-accent underline-offset-2">
        {part}
      </mark>
    );
  });
}
