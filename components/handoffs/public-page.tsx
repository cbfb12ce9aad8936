import type { ReactNode } from "react";
import { LogoMark } from "../shell/logo";
import { Sheet } from "../ui/sheet";

/** A page for readers without an account: no navigation, nothing that leads into a team. */
export function PublicPage({ children, note }: { children: ReactNode; note?: ReactNode }) {
  return (
    <main id="main" className="mx-auto w-full max-w-[820px] py-6 md:px-6 md:py-10">
      <p className="mb-3 flex items-center gap-[9px] font-semibold tracking-[-0.01em] max-md:px-3.5">
        <LogoMark />
        Context Steward
      </p>
      <Sheet>{children}</Sheet>
      {note ? <p className="mt-3 text-xs text-ink-3 max-md:px-3.5">{note}</p> : null}
    </main>
  );
}
