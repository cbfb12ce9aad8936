import type { ReactNode } from "react";

/** A list whose records `j` and `k` walk through; Enter opens, as for any link. The frame answers the keys. */
export function ListKeys({ children, label }: { children: ReactNode; label: string }) {
  return (
    <section data-list="" aria-label={label}>
      {children}
    </section>
  );
}
