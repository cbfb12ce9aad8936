/** What an option of the palette stands for; decides its icon. */
export const ITEM_KINDS = [
  "page",
  "session",
  "decision",
  "failure",
  "constraint",
  "preference",
  "handoff",
  "summary",
  "agent",
  "skill",
  "person",
  "project",
  "team",
  "smart",
  "command",
  "write",
  "event",
  "archive",
  "everything",
] as const;
export type ItemKind = (typeof ITEM_KINDS)[number];

/** What an option does beside leading to a page. */
export type Act =
  | { readonly do: "copy-link" | "shortcuts" | "commands" | "sign-out" | "search-archive" | "more" }
  | { readonly do: "theme"; readonly theme: "system" | "light" | "dark" };

export interface PaletteItem {
  /** Stable, so that what was used last is known again. */
  readonly id: string;
  readonly kind: ItemKind;
  readonly group: string;
  readonly label: string;
  /** At the end of the line: "DEC-012 · accepted". */
  readonly detail?: string;
  /** Other words that find it; not shown. */
  readonly aka?: string;
  readonly keys?: string;
  /** One of the two. */
  readonly href?: string;
  readonly act?: Act;
}
