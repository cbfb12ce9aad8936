import clsx from "clsx";
import { besideRows } from "@/server/core/text-diff/beside";
import type { DiffLine, TextDiff } from "@/server/core/text-diff/diff";
import { DiffWords } from "./text-diff";

type BesideDiffViewProps = {
  diff: TextDiff;
  /** What is compared with what, for screen readers. */
  label: string;
};

/** What changed between two texts, before on the left and after on the right; below each other on a phone. */
export function BesideDiffView({ diff, label }: BesideDiffViewProps) {
  const rows = diff.hunks.flatMap(({ lines }) => besideRows(lines));
  return (
    <section aria-label={label} className="border-y border-line bg-surface">
      {rows.map(({ before, after }) => (
        <div
          key={`${before?.oldLine ?? ""}:${after?.newLine ?? ""}`}
          className="grid border-line sm:grid-cols-2 sm:divide-x sm:divide-line"
        >
          <Side line={before} sign="−" spoken="Before: " tone="bg-danger-soft" />
          <Side line={after} sign="+" spoken="After: " tone="bg-ok-soft" isTwin={after?.kind === "same"} />
        </div>
      ))}
    </section>
  );
}

type SideProps = { line: DiffLine | null; sign: string; spoken: string; tone: string; isTwin?: boolean };

/** A line that is the same on both sides is read out, and shown on a phone, once. */
function Side({ line, sign, spoken, tone, isTwin = false }: SideProps) {
  if (line === null) return <span aria-hidden className="bg-sunken max-sm:hidden" />;
  const isChanged = line.kind !== "same";
  return (
    <div
      aria-hidden={isTwin || undefined}
      className={clsx(
        "grid grid-cols-[1.25rem_minmax(0,1fr)] px-1 text-xs leading-[1.6]",
        isChanged && tone,
        isTwin && "max-sm:hidden",
      )}
    >
      <span aria-hidden className="font-mono text-ink-3 select-none">
        {isChanged ? sign : " "}
      </span>
      <span className="font-mono whitespace-pre-wrap text-ink [overflow-wrap:anywhere]">
        {isChanged ? <span className="sr-only">{spoken}</span> : null}
        <DiffWords line={line} />
      </span>
    </div>
  );
}
