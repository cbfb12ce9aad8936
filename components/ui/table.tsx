import clsx from "clsx";
import { ArrowDown, ArrowUp } from "lucide-react";
import NextLink from "next/link";
import type { ReactNode } from "react";

export type TableSort = { href: string; direction: "ascending" | "descending" | null };

export type TableColumn<Row> = {
  key: string;
  head: ReactNode;
  cell: (row: Row) => ReactNode;
  align?: "start" | "end";
  /** A CSS width: "31%", "98px". */
  width?: string;
  /** The head becomes a link that sorts; `direction` is null while another column sorts. */
  sort?: TableSort;
  /** Keeps the head for screen readers only. */
  hideHead?: boolean;
  /** The cell is the row's name (`th scope=row`). */
  rowHeader?: boolean;
  /**
   * Where the cell goes when rows are stacked (phone): `main` left of the first line, `side` right of it,
   * `wide` on its own line, `labelled` on its own line with the head before it, `hide` nowhere. Default `labelled`.
   */
  phone?: "main" | "side" | "wide" | "labelled" | "hide";
};

type TableProps<Row> = {
  /** Said by screen readers; the visible heading is the caller's. */
  caption: string;
  columns: readonly TableColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** The row that the page shows beside the list. */
  selectedKey?: string;
  /** Shown in place of rows: an EmptyState, an ErrorState. */
  empty?: ReactNode;
  /** Draws this many grey rows in place of rows; the head stays. */
  loadingRows?: number;
  /** Fixes column widths so that long text is cut and not the layout. */
  fixed?: boolean;
  /** Outer padding of the first and last column; off inside a padded cell. */
  flush?: boolean;
  dense?: boolean;
  className?: string;
};

/** A table whose rows stack at phone width. Sorting and rows are links, so it needs no script. */
export function Table<Row>(props: TableProps<Row>) {
  const { caption, columns, rows, rowKey, selectedKey, empty, loadingRows, fixed, flush, dense, className } = props;
  const edges = flush ? "first:pl-0 last:pr-0" : "first:pl-4 last:pr-4";
  return (
    <>
      <table className={clsx("w-full border-collapse max-md:block", fixed && "table-fixed", className)}>
        <caption className="sr-only">{caption}</caption>
        <thead className="max-md:sr-only">
          <tr>
            {columns.map((column) => (
              <HeadCell key={column.key} column={column} edges={edges} />
            ))}
          </tr>
        </thead>
        <tbody className="max-md:block">
          {loadingRows
            ? Array.from({ length: loadingRows }, (_, index) => `loading-${index}`).map((key) => (
                <LoadingRow key={key} columns={columns.length} />
              ))
            : rows.map((row) => (
                <BodyRow
                  key={rowKey(row)}
                  row={row}
                  columns={columns}
                  selected={rowKey(row) === selectedKey}
                  flush={flush}
                  dense={dense}
                />
              ))}
        </tbody>
      </table>
      {!loadingRows && rows.length === 0 ? empty : null}
    </>
  );
}

function HeadCell<Row>({ column, edges }: { column: TableColumn<Row>; edges: string }) {
  const { head, sort, align, width, hideHead } = column;
  const sorted = sort?.direction ?? undefined;
  const Arrow = sorted === "ascending" ? ArrowUp : ArrowDown;
  return (
    <th
      scope="col"
      style={width ? { width } : undefined}
      aria-sort={sort ? (sorted ?? "none") : undefined}
      className={clsx(
        "border-b border-line-strong px-2.5 py-[7px] text-xs font-normal whitespace-nowrap",
        align === "end" ? "text-right" : "text-left",
        sorted ? "font-medium text-ink" : "text-ink-3",
        edges,
      )}
    >
      {sort ? (
        <NextLink
          href={sort.href}
          scroll={false}
          prefetch={false}
          className="inline-flex items-center gap-1 hover:text-ink hover:underline"
        >
          {head}
          {sorted ? <Arrow className="size-3!" aria-hidden /> : null}
        </NextLink>
      ) : (
        <span className={hideHead ? "sr-only" : undefined}>{head}</span>
      )}
    </th>
  );
}

const PHONE = {
  main: "max-md:col-start-1",
  side: "max-md:col-start-2 max-md:row-start-1 max-md:text-right",
  wide: "max-md:col-span-2",
  labelled: "max-md:col-span-2 max-md:flex max-md:justify-between max-md:gap-3 max-md:text-left",
  hide: "max-md:hidden",
};

type BodyRowProps<Row> = {
  row: Row;
  columns: readonly TableColumn<Row>[];
  selected: boolean;
  flush?: boolean;
  dense?: boolean;
};

function BodyRow<Row>({ row, columns, selected, flush, dense }: BodyRowProps<Row>) {
  return (
    <tr
      aria-current={selected ? "true" : undefined}
      className={clsx(
        "group/row hover:bg-hover max-md:grid max-md:grid-cols-[minmax(0,1fr)_auto] max-md:gap-x-3 max-md:gap-y-1 max-md:border-b max-md:border-line max-md:py-2.5",
        flush ? "max-md:last:border-b-0" : "max-md:px-3.5",
        selected && "bg-selected shadow-[inset_3px_0_0_var(--color-accent)]",
      )}
    >
      {columns.map((column) => {
        const phone = column.phone ?? "labelled";
        const Cell = column.rowHeader ? "th" : "td";
        return (
          <Cell
            key={column.key}
            scope={column.rowHeader ? "row" : undefined}
            className={clsx(
              "px-2.5 py-[5px] text-left align-middle font-normal md:border-b md:border-line md:group-last/row:border-b-0",
              dense ? "md:h-row" : "md:h-9",
              "max-md:min-w-0 max-md:p-0",
              column.align === "end" && "num md:text-right",
              flush ? "md:first:pl-0 md:last:pr-0" : "md:first:pl-4 md:last:pr-4",
              PHONE[phone],
            )}
          >
            {phone === "labelled" ? (
              <span className="text-ink-3 md:hidden" aria-hidden>
                {column.head}
              </span>
            ) : null}
            {column.cell(row)}
          </Cell>
        );
      })}
    </tr>
  );
}

function LoadingRow({ columns }: { columns: number }) {
  return (
    <tr>
      <td colSpan={columns} className="h-9 border-b border-line px-4 max-md:block max-md:py-3">
        <span className="skeleton h-2.5 w-full" />
      </td>
    </tr>
  );
}
