import NextLink from "next/link";
import type { ReactNode } from "react";

export type Crumb = { label: string; href: string };

/** Where the page is: team, project, list. The page itself is the title below and not a crumb. */
export function Breadcrumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  return (
    <nav aria-label="Breadcrumb" className="overflow-hidden text-xs whitespace-nowrap text-ink-3">
      <ol className="flex gap-1.5">
        {crumbs.map((crumb, index) => (
          <li key={crumb.href} className="flex min-w-0 gap-1.5">
            {index > 0 ? <span aria-hidden>/</span> : null}
            <NextLink href={crumb.href} className="clip-focus truncate hover:text-ink hover:underline">
              {crumb.label}
            </NextLink>
          </li>
        ))}
      </ol>
    </nav>
  );
}

type PageHeadProps = {
  title: ReactNode;
  crumbs?: readonly Crumb[];
  /** Behind the title, small: "212 sessions · updated 12 s ago". */
  note?: ReactNode;
  /** A line below the title: who, branch, model. */
  meta?: ReactNode;
  actions?: ReactNode;
  /** A FilterBar; it stays visible with the title while the page scrolls. */
  children?: ReactNode;
};

/** The head of a page; it holds the page's only h1. */
export function PageHead({ title, crumbs, note, meta, actions, children }: PageHeadProps) {
  return (
    <div
      data-page-head=""
      className="sticky top-0 z-10 -mx-1 bg-canvas px-1 print:static max-md:static max-md:mx-0 max-md:px-0"
    >
      <header className="flex min-h-topbar flex-wrap content-center items-center gap-x-4 py-3 max-md:items-start max-md:gap-x-2 max-md:px-3.5 max-md:py-2.5">
        <div className="min-w-0 flex-1">
          {crumbs && crumbs.length > 0 ? <Breadcrumbs crumbs={crumbs} /> : null}
          <h1 className="[overflow-wrap:anywhere]">
            {title}
            {note ? (
              <>
                {" "}
                <span className="ml-1 text-xs font-normal tracking-normal text-ink-3 max-md:mt-0.5 max-md:ml-0 max-md:block">
                  {note}
                </span>
              </>
            ) : null}
          </h1>
        </div>
        {actions ? <div className="ml-auto flex items-center gap-2">{actions}</div> : null}
        {meta ? (
          <div className="mt-[3px] flex w-full flex-wrap items-center gap-x-3 gap-y-0.5 text-xs text-ink-3">{meta}</div>
        ) : null}
      </header>
      {children}
    </div>
  );
}
