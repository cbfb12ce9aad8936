"use client";

import { type KeyboardEvent, type ReactNode, useRef } from "react";

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 };

/** Many small links that are one tab stop: arrow keys, Home and End move among them, Enter opens one. */
export function RovingLinks({ label, children }: { label: string; children: ReactNode }) {
  const group = useRef<HTMLElement>(null);
  const onKeyDown = (event: KeyboardEvent) => {
    const links = [...(group.current?.querySelectorAll<HTMLAnchorElement>("a") ?? [])];
    const at = links.findIndex((link) => link.matches(":focus"));
    const next = event.key === "Home" ? 0 : event.key === "End" ? links.length - 1 : at + (STEPS[event.key] ?? 0);
    const target = links[next];
    if (at < 0 || next === at || !target) return;
    event.preventDefault();
    for (const link of links) link.tabIndex = -1;
    target.tabIndex = 0;
    target.focus();
  };
  return (
    <section ref={group} aria-label={label} onKeyDown={onKeyDown}>
      {children}
    </section>
  );
}
