import clsx from "clsx";
import NextLink from "next/link";
import type { ReactNode } from "react";

/** Two lines on a tablet where one would be too narrow; no line ends in an empty cell. */
const COLUMNS = {
  2: "md:grid-cols-2",
  3: "md:grid-cols-3",
  4: "md:grid-cols-2 lg:grid-cols-4",
  5: "md:grid-cols-6 md:*:col-span-2 md:*:nth-[n+4]:col-span-3 lg:grid-cols-5 lg:*:col-span-1! lg:*:nth-[n+4]:col-span-1!",
  6: "md:grid-cols-3 lg:grid-cols-6",
};

type KeyFiguresProps = { label: string; columns?: keyof typeof COLUMNS; children: ReactNode };

/** A ruled row of key figures; two a line on a phone. */
export function KeyFigures({ label, columns = 5, children }: KeyFiguresProps) {
  return (
    <section
      aria-label={label}
      className={clsx(
        "grid grid-cols-2 gap-px border-b border-line bg-line max-md:*:last:odd:col-span-2",
        COLUMNS[columns],
      )}
    >
      {children}
    </section>
  );
}

type KeyFigureProps = {
  label: string;
  /** The number, already formatted. */
  figure: ReactNode;
  /** Beside the number, smaller: its unit or its other measure. */
  unit?: ReactNode;
  /** Below: what it is compared with. `good` and `bad` colour only the change, not the rest. */
  change?: { text: string; tone?: "good" | "bad" | "neutral" };
  detail?: ReactNode;
  /** The whole cell opens the events behind the number. */
  href?: string;
  /** One small picture: a ContextBar or a Sparkline. */
  picture?: ReactNode;
  loading?: boolean;
  /** The last known value, dimmed, with its age: "as of 14:06". */
  staleSince?: string;
  title?: string;
};

/** A figure that matters, and where it comes from. */
export function KeyFigure(props: KeyFigureProps) {
  const { label, figure, unit, change, detail, href, picture, loading, staleSince, title } = props;
  const classes = clsx("grid min-w-0 content-start gap-[3px] bg-surface p-3.5 md:px-4", href && "hover:bg-hover");
  if (loading) return <KeyFigureSkeleton label={label} />;
  const toneClass = change?.tone === "good" ? "text-ok" : change?.tone === "bad" ? "text-danger" : undefined;
  const content = (
    <>
      <span className="text-xs text-ink-2">{label}</span>
      <span
        title={title}
        className={clsx(
          "text-[1.375rem] leading-[1.15] font-medium tracking-[-0.03em] md:text-2xl md:leading-[1.15]",
          staleSince && "text-ink-3",
        )}
      >
        {figure}
        {unit ? <small className="ml-1.5 text-sm font-normal tracking-normal text-ink-3">{unit}</small> : null}
      </span>
      <span className="min-h-[1.5em] text-xs text-ink-3">
        {staleSince ?? (
          <>
            {change ? <span className={toneClass}>{change.text}</span> : null}
            {change && detail ? ", " : null}
            {detail}
          </>
        )}
      </span>
      {picture ? <span className="mt-[5px] block">{picture}</span> : null}
    </>
  );
  return href ? (
    <NextLink href={href} prefetch={false} className={clsx(classes, "focus-visible:outline-offset-[-3px]")}>
      {content}
    </NextLink>
  ) : (
    <div className={classes}>{content}</div>
  );
}

function KeyFigureSkeleton({ label }: { label: string }) {
  return (
    <div className="grid content-start gap-2 bg-surface p-3.5 md:px-4" aria-busy="true">
      <span className="text-xs text-ink-2">{label}</span>
      <span className="skeleton h-6 w-24" />
      <span className="skeleton h-2.5 w-32" />
      <span className="skeleton mt-2 h-2 w-full" />
    </div>
  );
}
