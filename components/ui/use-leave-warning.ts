"use client";

import { useEffect } from "react";

/** Clicks that were asked about: a page may hold several unsaved things, and one question is enough. */
const asked = new WeakSet<Event>();

const QUESTION = "What you changed is not saved. Leave the page all the same?";

/**
 * What is typed lives on the page alone: leaving it asks first, by a link as well as by the browser. A link that says
 * that it gives the changes up (`data-discards`) is not asked again, and one to another place of the page is none.
 */
export function useLeaveWarning(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    // Before the router hears of the click.
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest("a[href]") : null;
      if (!(link instanceof HTMLAnchorElement) || !leaves(link, event) || asked.has(event)) return;
      asked.add(event);
      if (window.confirm(QUESTION)) return;
      event.preventDefault();
      event.stopPropagation();
    };
    window.addEventListener("beforeunload", onUnload);
    document.addEventListener("click", onClick, { capture: true });
    return () => {
      window.removeEventListener("beforeunload", onUnload);
      document.removeEventListener("click", onClick, { capture: true });
    };
  }, [isUnsaved]);
}

/** The router follows it in this tab; links to elsewhere are asked about by the browser. */
function leaves(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const opensBeside = event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey;
  if (opensBeside || link.target === "_blank" || link.hasAttribute("download")) return false;
  if (link.origin !== window.location.origin || link.dataset["discards"] !== undefined) return false;
  return link.pathname !== window.location.pathname;
}
