import { PriceTable } from "./price-table";

/** What the sign before a figure means, and where money comes from. One line, below the figures that need it. */
export function BasisNote() {
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-0.5 border-b border-line px-3.5 py-1.5 text-xs text-ink-3 md:px-4">
      <span>≈ is estimated from text length. Counts, and how full a window got, are exact.</span>
      <PriceTable />
    </div>
  );
}
