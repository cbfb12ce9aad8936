import type { FieldChange } from "@/server/core/decisions/field-changes";
import { diffLines } from "@/server/core/text-diff/diff";
import { BesideDiffView } from "../ui/beside-diff";
import { TextDiffView } from "../ui/text-diff";

type FieldChangesProps = {
  changes: readonly FieldChange[];
  /** What is compared: "Version 2 beside version 3". */
  label: string;
  /** Before and after in two columns. */
  isBeside?: boolean;
};

/** What differs between two versions: texts line by line, lists by what came and went, words by both. */
export function FieldChanges({ changes, label, isBeside = false }: FieldChangesProps) {
  if (changes.length === 0) return <p className="text-ink-2">These versions are equal.</p>;
  return (
    <div className="grid gap-2.5">
      {changes.map((change) => (
        <section key={change.name} aria-label={`${change.name} changed`} className="grid gap-1">
          <p className="text-xs font-medium text-ink-2">{change.name}</p>
          <Change change={change} label={label} isBeside={isBeside} />
        </section>
      ))}
    </div>
  );
}

function Change({ change, label, isBeside }: { change: FieldChange; label: string; isBeside: boolean }) {
  if (change.kind === "text") {
    const View = isBeside ? BesideDiffView : TextDiffView;
    return <View diff={diffLines(change.before, change.after)} label={`${change.name}. ${label}`} />;
  }
  if (change.kind === "word") {
    return (
      <p className="text-sm">
        {change.before === "" ? (
          <span className="text-ink-3">not said</span>
        ) : (
          <del className="text-danger">{change.before}</del>
        )}{" "}
        <span aria-hidden>→</span>
        <span className="sr-only">became</span>{" "}
        {change.after === "" ? (
          <span className="text-ink-3">not said</span>
        ) : (
          <ins className="text-ok no-underline">{change.after}</ins>
        )}
      </p>
    );
  }
  if (change.reordered) return <p className="text-sm text-ink-2">The same, in another order.</p>;
  return (
    <ul className="grid gap-0.5 text-sm [overflow-wrap:anywhere]">
      {change.removed.map((value) => (
        <li key={`removed ${value}`} className="bg-danger-soft px-2">
          <span aria-hidden className="mr-2 font-mono text-danger">
            −
          </span>
          <span className="sr-only">Removed: </span>
          {value}
        </li>
      ))}
      {change.added.map((value) => (
        <li key={`added ${value}`} className="bg-ok-soft px-2">
          <span aria-hidden className="mr-2 font-mono text-ok">
            +
          </span>
          <span className="sr-only">Added: </span>
          {value}
        </li>
      ))}
    </ul>
  );
}
