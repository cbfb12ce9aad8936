import { ChevronRight } from "lucide-react";
import type { ReactNode } from "react";

/** A part of the head that opens on demand; its line says the most important of it. */
export function Disclosure({ title, summary, children }: { title: string; summary: string; children: ReactNode }) {
  return (
    <details className="group/part min-w-0 border-b border-line">
      <summary className="clip-focus flex min-h-9 cursor-pointer list-none items-center gap-2 px-3.5 py-1.5 hover:bg-hover md:px-4 [&::-webkit-details-marker]:hidden">
        <ChevronRight aria-hidden className="shrink-0 text-ink-3 group-open/part:rotate-90" />
        <span className="shrink-0 font-medium">{title}</span>
        <span className="min-w-0 truncate text-xs text-ink-3">{summary}</span>
      </summary>
      <div className="px-3.5 pt-1 pb-3 md:px-4">{children}</div>
    </details>
  );
}
