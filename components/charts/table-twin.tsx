import clsx from "clsx";
import { type ChartCell, type ChartTable, type ChartUnit, cellText, headText } from "./chart-table";

/** The same numbers as the picture, exact. */
export function TableTwin({ table }: { table: ChartTable }) {
  // The section around it already has the caption as its name.
  const name = `${table.caption}, as a table`;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
    <section aria-label={name} tabIndex={0} className="clip-focus max-h-[420px] overflow-auto">
      <table className="w-full border-collapse">
        <caption className="sr-only">{table.caption}</caption>
        <thead className="sticky top-0 bg-surface">
          <tr>
            {table.columns.map((column) => (
              <th
                key={column.key}
                scope="col"
                className={clsx(
                  "border-b border-line-strong py-1.5 pr-3 text-xs font-normal whitespace-nowrap text-ink-3 last:pr-1",
                  column.unit ? "text-right" : "text-left",
                )}
              >
                {headText(column)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {table.rows.map((row) => (
            <tr key={row.slice(0, 2).join("\n")} className="hover:bg-hover">
              {table.columns.map((column, index) => (
                <TwinCell key={column.key} cell={row[index] ?? null} first={index === 0} unit={column.unit} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function TwinCell({ cell, first, unit }: { cell: ChartCell; first: boolean; unit?: ChartUnit }) {
  const classes = clsx(
    "border-t border-line py-1.5 pr-3 font-normal whitespace-nowrap last:pr-1",
    unit ? "num" : "text-left",
  );
  const text = cellText(cell, unit);
  return first ? (
    <th scope="row" className={classes}>
      {text}
    </th>
  ) : (
    <td className={clsx(classes, cell === null && "text-ink-3")}>{text}</td>
  );
}
