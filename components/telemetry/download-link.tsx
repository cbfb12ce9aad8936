import { Download } from "lucide-react";

type DownloadLinkProps = { href: string; label?: string; withWords?: boolean };

/** A link to a file. The router must not follow or prefetch it, so it is a plain anchor that looks like a button. */
export function DownloadLink({ href, label = "Download CSV", withWords = false }: DownloadLinkProps) {
  const look = withWords
    ? "h-control border-line-strong bg-surface px-[11px] hover:border-control max-md:w-control max-md:px-0"
    : "h-[26px] w-[26px] border-transparent text-ink-2 hover:text-ink pointer-coarse:size-9";
  return (
    <a
      href={href}
      download
      title={label}
      className={`inline-flex shrink-0 items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap hover:bg-hover ${look}`}
    >
      <Download aria-hidden />
      <span className={withWords ? "max-md:sr-only" : "sr-only"}>{label}</span>
    </a>
  );
}
