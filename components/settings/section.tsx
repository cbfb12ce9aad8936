import { type ReactNode, useId } from "react";
import { SheetCell } from "../ui/sheet";

type SectionProps = { title: string; children: ReactNode; hint?: ReactNode; flush?: boolean };

/** A part of a settings page: its name and what it means at the left, its controls at the right. */
export function SettingsSection({ title, hint, flush = false, children }: SectionProps) {
  const id = useId();
  return (
    <SheetCell labelledBy={id} className="border-b border-line last:border-b-0">
      <div className="grid gap-x-8 gap-y-3 lg:grid-cols-[240px_minmax(0,1fr)]">
        <div>
          <h2 id={id}>{title}</h2>
          {hint ? <p className="mt-1 max-w-[52ch] text-xs text-pretty text-ink-3">{hint}</p> : null}
        </div>
        <div className={flush ? "min-w-0" : "grid min-w-0 max-w-[560px] content-start gap-3.5"}>{children}</div>
      </div>
    </SheetCell>
  );
}
