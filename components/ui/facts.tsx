import clsx from "clsx";
import type { ReactNode } from "react";

export type Fact = { key: string; name: ReactNode; value: ReactNode };

/** Names and values, ruled: the side facts of a record. */
export function Facts({ facts, className }: { facts: readonly Fact[]; className?: string }) {
  return (
    <dl className={clsx("grid", className)}>
      {facts.map((fact) => (
        <div
          key={fact.key}
          className="grid grid-cols-[96px_minmax(0,1fr)] border-t border-line py-[5px] first:border-t-0"
        >
          <dt className="text-ink-3">{fact.name}</dt>
          <dd className="[overflow-wrap:anywhere]">{fact.value}</dd>
        </div>
      ))}
    </dl>
  );
}
