import type { ReactNode } from "react";

export function SkipLink({ children = "Skip to content" }: { children?: ReactNode }) {
  return (
    <a href="#main" className="absolute -top-16 left-2 z-50 rounded-md bg-ink px-3 py-2 text-surface focus:top-2">
      {children}
    </a>
  );
}
