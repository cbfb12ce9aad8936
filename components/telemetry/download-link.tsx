import clsx from "clsx";
import { Download } from "lucide-react";

type DownloadLinkProps = {
  href: string;
  label?: string;
  /** Looks like a button with its words; "wide" leaves only the icon at phone width. */
  withWords?: "always" | "wide";
};

/** A link to a file. The router must not follow or prefetch it, so it is a plain anchor that looks like a button. */
export function DownloadLink({ href, label = "Download CSV", withWords }: DownloadLinkProps) {
  const isNarrowIcon = withWords === "wide";
  const look =
    withWords === undefined
      ? "h-[26px] w-[26px] border-transparent text-ink-2 hover:text-ink pointer-coarse:size-9"
      : "h-control border-line-strong bg-surface px-[11px] hover:border-control";
  return (
    <a
      href={href}
      download
      title={label}
      className={clsx(
        "inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap hover:bg-hover",
        look,
        isNarrowIcon && "max-md:w-control max-md:px-0",
      )}
    >
      <Download aria-hidden />
      <span className={clsx(withWords === undefined && "sr-only", isNarrowIcon && "max-md:sr-only")}>{label}</span>
    </a>
  );
}
