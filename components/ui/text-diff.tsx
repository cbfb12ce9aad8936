import clsx from "clsx";
import type { DiffLine, TextDiff } from "@/server/core/text-diff/diff";

type TextDiffViewProps = {
  diff: TextDiff;
  /** What is compared with what, for screen readers: "Version 2 beside version 3". */
  label: string;
  /** Said when the texts are equal. */
  equal?: string;
};

const SIGN = { same: " ", removed: "−", added: "+" } as const;
const SPOKEN = { same: "", removed: "Removed: ", added: "Added: " } as const;
const ROW = { same: "", removed: "bg-danger-soft", added: "bg-ok-soft" } as const;
const EDGE = { same: "text-ink-3", removed: "text-danger", added: "text-ok" } as const;

/** What changed between two texts: signs and words carry it, colour only helps. */
export function TextDiffView({ diff, label, equal = "The texts are the same." }: TextDiffViewProps) {
  if (diff.hunks.length === 0) return <p className="text-ink-2 text-sm">{equal}</p>;
  return (
    <section aria-label={label} className="border-line border-y bg-surface">
      {diff.hunks.map((hunk, index) => (
        // Hunks have no identity but their place; the list is never reordered.
        <div key={placeOf(hunk.lines)} className={clsx("py-1", index > 0 && "border-line border-t border-dashed")}>
          {hunk.lines.map((line) => (
            <Line key={`${line.oldLine ?? ""}:${line.newLine ?? ""}`} line={line} />
          ))}
        </div>
      ))}
    </section>
  );
}

/** How many lines came and went, as "+3 −1". */
export function DiffCount({ diff }: { diff: Pick<TextDiff, "added" | "removed"> }) {
  return (
    <span className="num text-xs">
      <span className="sr-only">{`${diff.added} ${diff.added === 1 ? "line" : "lines"} added, ${diff.removed} removed`}</span>
      <span aria-hidden className="text-ok">{`+${diff.added}`}</span>{" "}
      <span aria-hidden className="text-danger">{`−${diff.removed}`}</span>
    </span>
  );
}

function placeOf(lines: readonly DiffLine[]): string {
  return `${lines[0]?.oldLine ?? ""}:${lines[0]?.newLine ?? ""}`;
}

function Line({ line }: { line: DiffLine }) {
  return (
    <div className={clsx("grid grid-cols-[2.5rem_1.25rem_minmax(0,1fr)] text-xs leading-[1.6]", ROW[line.kind])}>
      <span aria-hidden className="num select-none pr-2 text-right text-ink-3">
        {line.newLine ?? line.oldLine}
      </span>
      <span aria-hidden className={clsx("select-none font-mono", EDGE[line.kind])}>
        {SIGN[line.kind]}
      </span>
      <span className="whitespace-pre-wrap pr-3 font-mono text-ink [overflow-wrap:anywhere]">
        <span className="sr-only">{SPOKEN[line.kind]}</span>
        <DiffWords line={line} />
      </span>
    </div>
  );
}

/** Changed words are underlined or struck through as well as coloured, so that they show without colour. */
export function DiffWords({ line }: { line: DiffLine }) {
  if (line.words.length === 0) return "\u00a0";
  const Mark = line.kind === "removed" ? "del" : "ins";
  let at = 0;
  return line.words.map((word) => {
    const key = `${at}`;
    at += word.text.length;
    if (!word.changed) return <span key={key}>{word.text}</span>;
    return (
      <Mark key={key} className={clsx("font-semibold", line.kind === "removed" ? "line-through" : "underline")}>
        {word.text}
      </Mark>
    );
  });
}
