import clsx from "clsx";
import NextLink from "next/link";
import { formatExact, formatTokens } from "../ui/format";
import { Monogram } from "../ui/monogram";
import {
  type BarListCell,
  type BarListColumn,
  type BarListRow,
  barGeometry,
  scaleOf,
  spokenBar,
} from "./bar-list-model";
import { headText } from "./chart-table";
import { NOISE, provenTotal } from "./palette";

type BarListProps = {
  /** The id of the heading that names the table. */
  labelledBy: string;
  nameHead: string;
  rows: readonly BarListRow[];
  /** Columns after the bar and before the noise figure. */
  columns?: readonly BarListColumn[];
  /** Names are a machine's: skills, tools. */
  mono?: boolean;
  /** How much of the list's width a name may take before it is cut: less where many figures follow. */
  names?: "wide" | "narrow";
  /** Where a long name is cut: a path says most at its end. */
  cut?: "start" | "end";
  /** Hides all heads but keeps them for screen readers. */
  hideHead?: boolean;
};

/** A table whose second column is the bar. Pale is all that was added, warm is noise; a row opens its events. */
export function BarList({
  labelledBy,
  nameHead,
  rows,
  columns = [],
  mono,
  names = "wide",
  cut = "end",
  hideHead,
}: BarListProps) {
  const scale = scaleOf(rows);
  const head = "pb-[5px] pl-3 text-xs font-normal whitespace-nowrap text-ink-3 first:pl-0 first:text-left text-right";
  return (
    <div className="@container">
      <table aria-labelledby={labelledBy} className="w-full border-collapse max-md:block">
        <thead className={hideHead ? "sr-only" : "max-md:sr-only"}>
          <tr>
            <th scope="col" className={head}>
              {nameHead}
            </th>
            <th scope="col" className={head}>
              <span className="sr-only">Chart</span>
            </th>
            {columns.map((column) => (
              <th key={column.key} scope="col" className={clsx(head, column.hideUpTo && HIDE_UP_TO[column.hideUpTo])}>
                {headText(column)}
              </th>
            ))}
            <th scope="col" className={head}>
              ≈ Noise
            </th>
          </tr>
        </thead>
        <tbody className="max-md:block">
          {rows.map((row) => (
            <Row key={row.key} row={row} scale={scale} columns={columns} mono={mono} names={names} cut={cut} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

type RowProps = {
  row: BarListRow;
  scale: number;
  columns: readonly BarListColumn[];
  mono?: boolean;
  names: "wide" | "narrow";
  cut: "start" | "end";
};

/** By the list's own width. */
const HIDE_UP_TO = { "480px": "md:@max-[30rem]:hidden", "576px": "md:@max-[36rem]:hidden" };

/** Shares of the list's own width: a table cell takes no percentage as its greatest width. */
const NAME_WIDTH = { wide: "md:max-w-[40cqw]", narrow: "md:max-w-[30cqw]" };

function Row({ row, scale, columns, mono, names, cut }: RowProps) {
  const proven = provenTotal(row.noise);
  const cell = "h-[30px] border-t border-line p-0 pl-3 max-md:h-auto max-md:border-0 max-md:p-0";
  return (
    <tr className="focus-within:bg-selected hover:bg-hover max-md:flex max-md:flex-wrap max-md:items-center max-md:gap-x-3 max-md:border-t max-md:border-line max-md:pt-1 max-md:pb-2.5">
      <th scope="row" className={clsx(cell, "pl-0! text-left font-normal max-md:min-w-0 max-md:flex-1")}>
        <NextLink
          href={row.href}
          prefetch={false}
          className={clsx(
            "clip-focus flex min-h-[30px] min-w-0 items-center gap-2 pointer-coarse:min-h-10",
            NAME_WIDTH[names],
          )}
        >
          {row.monogram ? <Monogram name={row.name} {...row.monogram} /> : null}
          <span
            className={clsx(
              "truncate max-md:line-clamp-2 max-md:whitespace-normal max-md:[overflow-wrap:anywhere]",
              mono && "font-mono text-xs",
              cut === "start" && "text-left md:[direction:rtl]",
            )}
            title={row.name}
          >
            <bdi>{row.name}</bdi>
            {row.note ? <span className="text-ink-3"> {row.note}</span> : null}
          </span>
        </NextLink>
      </th>
      <td className={clsx(cell, "w-full max-md:order-last")}>
        {/* Where the name leads to the same place it is the tab stop; a second one would only be in the way. */}
        <NextLink
          href={row.barHref ?? row.href}
          prefetch={false}
          tabIndex={row.barHref === undefined ? -1 : undefined}
          className="clip-focus block py-2"
        >
          <Bar row={row} scale={scale} />
        </NextLink>
      </td>
      {columns.map((column) => (
        <td
          key={column.key}
          className={clsx(
            cell,
            "num",
            column.below ? "max-md:order-last max-md:text-xs" : "max-md:min-w-11",
            column.hideUpTo && HIDE_UP_TO[column.hideUpTo],
          )}
        >
          {column.below ? <span className="text-ink-3 md:hidden">{column.head} </span> : null}
          <Cell cell={row.cells?.[column.key]} />
        </td>
      ))}
      <td className={clsx(cell, "num font-semibold max-md:min-w-12")} title={`${formatExact(proven)} tokens`}>
        {formatTokens(proven)}
      </td>
    </tr>
  );
}

function Bar({ row, scale }: { row: BarListRow; scale: number }) {
  const { added, noise, parts } = barGeometry(row, scale);
  return (
    <div role="img" aria-label={spokenBar(row, formatTokens)} className="data-fill relative h-3.5">
      {added > 0 ? <span className="absolute inset-y-0 left-0 bg-free" style={{ width: `${added * 100}%` }} /> : null}
      <span className="absolute inset-y-0 left-0 flex gap-px" style={{ width: `${noise * 100}%` }}>
        {parts.map((part) => (
          <i
            key={part.noise}
            className={clsx("min-w-px", NOISE[part.noise].fillClass)}
            style={{ flex: `${part.share} 1 0` }}
          />
        ))}
      </span>
    </div>
  );
}

const TONE = { strong: "font-semibold", muted: "text-ink-2", hot: "font-semibold text-resolved-ink" };

function Cell({ cell }: { cell?: BarListCell }) {
  if (!cell) return <span className="text-ink-3">–</span>;
  const text = <span className={TONE[cell.tone ?? "muted"]}>{cell.text}</span>;
  if (cell.share === undefined) return text;
  return (
    <span className="flex items-center justify-end gap-1.5">
      <span aria-hidden className="data-fill h-1.5 w-[88px] max-w-full bg-free max-xl:w-12">
        <i className="block h-full bg-accent" style={{ width: `${Math.min(1, cell.share) * 100}%` }} />
      </span>
      <span className="w-9">{text}</span>
    </span>
  );
}
