import type { PolicyChange } from "@/server/core/policy/diff";

const SHOWN = 12;

/** Differences in words; the first of many, and how many more there are. */
export function ChangeList({ changes, all = false }: { changes: readonly PolicyChange[]; all?: boolean }) {
  if (changes.length === 0) return <p className="text-ink-3">These versions are equal.</p>;
  const shown = all ? changes : changes.slice(0, SHOWN);
  return (
    <ul className="grid gap-1">
      {shown.map(({ path, label, from, to }) => (
        <li key={`${path} ${from} ${to}`} className="[overflow-wrap:anywhere]">
          <span className="text-ink-2">{label}</span>{" "}
          {from === null ? null : (
            <del className="bg-diff-del px-1 text-diff-del-ink no-underline">
              <span className="sr-only">was </span>− {from}
            </del>
          )}{" "}
          {to === null ? null : (
            <ins className="bg-diff-add px-1 text-diff-add-ink no-underline">
              <span className="sr-only">now </span>+ {to}
            </ins>
          )}
        </li>
      ))}
      {changes.length > shown.length ? <li className="text-ink-3">and {changes.length - shown.length} more</li> : null}
    </ul>
  );
}
