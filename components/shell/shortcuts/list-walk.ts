/** Links that name what a list lists: rows of a table, records beside their detail. */
const LISTED = "main a[data-record], main [data-list] li > a, main tbody th a";

/**
 * Moves the focus to the record beside the focused one, else beside the one that the page shows. False where the page
 * has no list.
 */
export function walkList(step: 1 | -1): boolean {
  const links = [...document.querySelectorAll<HTMLElement>(LISTED)].filter((link) => link.checkVisibility());
  if (links.length === 0) return false;
  const focused = links.findIndex((link) => link.closest("li, tr")?.contains(document.activeElement));
  const from = focused >= 0 ? focused : links.findIndex((link) => link.getAttribute("aria-current") === "true");
  links[Math.min(links.length - 1, Math.max(0, from + step))]?.focus();
  return true;
}

/** Moves the focus to the search field of the page; false where it has none. */
export function focusSearch(): boolean {
  const field = [...document.querySelectorAll<HTMLInputElement>("main input[type=search]")].find((input) =>
    input.checkVisibility(),
  );
  if (!field) return false;
  field.focus();
  field.select();
  return true;
}
