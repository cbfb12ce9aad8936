import clsx from "clsx";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";

export type ChartColumnBar = {
  key: string;
  label: string;
  value: number;
  spoken: string;
  colour?: string;
  /** What stands behind the column; one without anything leads nowhere. */
  href?: string;
};

/** A threshold between columns: after how many of them it lies (fractions allowed), and its words. */
export type ColumnMark = { after: number; label: string };

type ColumnChartProps = {
  /** One sentence that says what is drawn. */
  description: string;
  columns: readonly ChartColumnBar[];
  marks?: readonly ColumnMark[];
};

/** Columns on a visible zero, each with its number above it; counts, so the number is whole. */
export function ColumnChart({ description, columns, marks = [] }: ColumnChartProps) {
  const most = Math.max(1, ...columns.map((column) => column.value));
  return (
    <div className="relative">
      <ul aria-label={description} className="flex h-[206px] items-stretch">
        {columns.map((column) => (
          <li key={column.key} className="relative flex min-w-0 flex-1 flex-col px-0.5 md:px-1.5">
            {column.href && column.value > 0 ? (
              <Link look="plain" prefetch={false} href={column.href} className="absolute inset-0 hover:bg-hover">
                <span className="sr-only">{column.spoken}</span>
              </Link>
            ) : (
              <span className="sr-only">{column.spoken}</span>
            )}
            <span aria-hidden className="flex flex-1 flex-col justify-end border-b border-control pt-9">
              <span className={clsx("text-center text-xs", column.value > 0 ? "font-semibold" : "text-ink-3")}>
                {formatExact(column.value)}
              </span>
              <span
                className={clsx("data-fill block w-full", column.colour ?? "bg-talk")}
                style={{ height: `${(column.value / most) * 82}%`, minHeight: column.value > 0 ? 2 : 0 }}
              />
            </span>
            <span aria-hidden className="h-6 pt-1.5 text-center text-2xs whitespace-nowrap text-ink-3">
              {column.label}
            </span>
          </li>
        ))}
      </ul>
      {marks.map((mark, index) => (
        <span
          key={mark.label}
          className="pointer-events-none absolute top-0 bottom-6 border-l border-dashed border-ink-2"
          style={{ left: `${(mark.after / columns.length) * 100}%` }}
        >
          <span
            className="absolute left-1 text-2xs leading-3 whitespace-nowrap text-ink-2"
            style={{ top: (index % 3) * 12 }}
          >
            {mark.label}
          </span>
        </span>
      ))}
    </div>
  );
}
