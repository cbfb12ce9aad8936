import clsx from "clsx";
import type { ReactNode } from "react";

type SheetProps = { children: ReactNode; className?: string };

/** The one surface of a page. Its parts are divided by hairlines; nothing floats. */
export function Sheet({ children, className }: SheetProps) {
  return (
    <div
      className={clsx(
        "overflow-clip rounded-lg border border-line-strong bg-surface max-md:rounded-none max-md:border-x-0",
        className,
      )}
    >
      {children}
    </div>
  );
}

/** Twelve columns whose 1 px gaps are the rules. */
export function SheetGrid({ children, className }: SheetProps) {
  return <div className={clsx("grid grid-cols-12 gap-px bg-line", className)}>{children}</div>;
}

const SPAN = {
  3: "lg:col-span-3",
  4: "lg:col-span-4",
  5: "lg:col-span-5",
  6: "lg:col-span-6",
  7: "lg:col-span-7",
  8: "lg:col-span-8",
  9: "lg:col-span-9",
  12: "lg:col-span-12",
};

type SheetCellProps = {
  /** Columns of 12 on a wide screen. */
  span?: keyof typeof SPAN;
  /** Columns on a tablet: half or all. A phone always uses all. */
  tablet?: 6 | 12;
  /** The id of the heading that names the section. */
  labelledBy?: string;
  label?: string;
  /** No padding: for a table that reaches the rules. */
  flush?: boolean;
  sunken?: boolean;
  children: ReactNode;
  className?: string;
};

/** One cell of the sheet; a section when it has a name. */
export function SheetCell(props: SheetCellProps) {
  const { span = 12, tablet = 12, labelledBy, label, flush = false, sunken = false, children, className } = props;
  const Element = labelledBy || label ? "section" : "div";
  return (
    <Element
      aria-labelledby={labelledBy}
      aria-label={label}
      className={clsx(
        "col-span-12 min-w-0",
        tablet === 6 && "md:col-span-6",
        SPAN[span],
        sunken ? "bg-sunken" : "bg-surface",
        !flush && "p-3.5 md:p-4",
        className,
      )}
    >
      {children}
    </Element>
  );
}

type SheetHeadProps = {
  title: ReactNode;
  id?: string;
  /** Below the title; says the unit. */
  subtitle?: ReactNode;
  tools?: ReactNode;
  className?: string;
};

/** The heading of a cell. */
export function SheetHead({ title, id, subtitle, tools, className }: SheetHeadProps) {
  return (
    <div className={clsx("mb-3 flex items-start gap-3", className)}>
      <div className="min-w-0 flex-1">
        <h2 id={id}>{title}</h2>
        {subtitle ? <p className="text-xs text-ink-3">{subtitle}</p> : null}
      </div>
      {tools ? <div className="flex shrink-0 gap-0.5">{tools}</div> : null}
    </div>
  );
}
