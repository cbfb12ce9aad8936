import clsx from "clsx";
import NextLink from "next/link";
import type { ReactNode } from "react";
import { StickyPane } from "./sticky-pane";

type MasterDetailProps = {
  list: ReactNode;
  /** null while nothing is chosen: a phone then shows the list, a wide screen `placeholder`. */
  detail: ReactNode | null;
  placeholder?: ReactNode;
  /** Names the pane of the record that is shown: "Decision DEC-043". */
  detailLabel: string;
  /** The list's URL; on a phone the detail has a link back to it. */
  backHref: string;
  backLabel: string;
  /** `wide-list` for tables beside a narrow detail (failures). */
  ratio?: "narrow-list" | "wide-list";
};

/**
 * A list and the record chosen from it; on a phone these are two screens. Beside a list the record stays in view and
 * scrolls by itself. Place it inside a Sheet.
 */
export function MasterDetail(props: MasterDetailProps) {
  const { list, detail, placeholder, detailLabel, backHref, backLabel, ratio = "narrow-list" } = props;
  return (
    <div
      className={clsx(
        "grid gap-px bg-line",
        ratio === "wide-list"
          ? "lg:grid-cols-[minmax(0,1.5fr)_minmax(360px,0.75fr)]"
          : "min-[901px]:grid-cols-[300px_minmax(0,1fr)] lg:grid-cols-[minmax(320px,0.62fr)_minmax(0,1.38fr)]",
      )}
    >
      <div className={clsx("min-w-0 bg-surface", detail !== null && "max-md:hidden")}>{list}</div>
      <div className={clsx("min-w-0 bg-surface", detail === null && "max-md:hidden")}>
        {/* The key brings another record into view from its beginning. */}
        <StickyPane key={detailLabel} label={detailLabel} from={ratio === "wide-list" ? "desktop" : "tablet"}>
          {detail === null ? (
            placeholder
          ) : (
            <>
              <NextLink href={backHref} className="link block px-3.5 pt-3 pb-1 text-xs md:hidden">
                {backLabel}
              </NextLink>
              {detail}
            </>
          )}
        </StickyPane>
      </div>
    </div>
  );
}

type ListItemProps = {
  href: string;
  current?: boolean;
  /** Before the title, mono: "DEC-043". */
  refName?: ReactNode;
  title: ReactNode;
  /** Pale title: rejected, superseded. */
  faded?: boolean;
  /** The second line: a chip at its start, who and when at its end. */
  meta?: ReactNode;
};

/** One record in the list of a MasterDetail; the whole of it is the link. */
export function ListItem({ href, current = false, refName, title, faded = false, meta }: ListItemProps) {
  return (
    <li>
      <NextLink
        href={href}
        scroll={false}
        prefetch={false}
        aria-current={current ? "true" : undefined}
        className={clsx(
          "clip-focus grid gap-x-2 gap-y-[3px] border-b border-line px-4 py-[9px] hover:bg-hover max-md:px-3.5",
          refName !== undefined && "grid-cols-[64px_minmax(0,1fr)]",
          current && "bg-selected shadow-[inset_3px_0_0_var(--color-accent)]",
        )}
      >
        {refName === undefined ? null : <span className="font-mono text-xs leading-[1.5] text-ink-3">{refName}</span>}
        <span className={clsx("leading-[1.35] font-medium [overflow-wrap:anywhere]", faded && "text-ink-3")}>
          {title}
        </span>
        {meta ? (
          <span
            className={clsx(
              "flex min-w-0 items-center justify-between gap-2 text-xs text-ink-2",
              refName !== undefined && "col-start-2",
            )}
          >
            {meta}
          </span>
        ) : null}
      </NextLink>
    </li>
  );
}
