"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { isTyping } from "./record-search";

/** A list whose links `j` and `k` walk through; Enter opens, as for any link. */
export function ListKeys({ children, label }: { children: ReactNode; label: string }) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if ((event.key !== "j" && event.key !== "k") || isTyping(event)) return;
      const next = neighbour(list.current, event.key === "j" ? 1 : -1);
      if (!next) return;
      event.preventDefault();
      next.focus();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return (
    <section ref={list} aria-label={label}>
      {children}
    </section>
  );
}

/** The record beside the focused one, else beside the one that the page shows. */
function neighbour(list: HTMLElement | null, step: 1 | -1): HTMLElement | undefined {
  const links = [...(list?.querySelectorAll<HTMLElement>("a[data-record], li > a") ?? [])];
  const focused = links.findIndex((link) => link.matches(":focus"));
  const from = focused >= 0 ? focused : links.findIndex((link) => link.getAttribute("aria-current") === "true");
  return links[Math.max(0, from + step)];
}
