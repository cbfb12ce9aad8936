import { z } from "zod";
import { ITEM_KINDS, type PaletteItem } from "./item";

/** In this browser, by team: what was opened through the palette last. */
const storedAs = (team: string) => `steward-recent-${team}`;
const KEPT = 6;

const Recent = z.array(
  z.object({
    id: z.string(),
    kind: z.enum(ITEM_KINDS),
    label: z.string(),
    detail: z.string().optional(),
    href: z.string().startsWith("/"),
  }),
);

/** Newest first. What cannot be read counts as nothing. */
export function readRecents(team: string): PaletteItem[] {
  try {
    const stored: unknown = JSON.parse(window.localStorage.getItem(storedAs(team)) ?? "[]");
    return Recent.parse(stored).map((item) => ({ ...item, group: "Recent" }));
  } catch {
    return [];
  }
}

/** Only what leads somewhere is worth being offered again; pages have their own keys. */
export function keepRecent(team: string, { id, kind, label, detail, href }: PaletteItem): void {
  if (
    href === undefined ||
    kind === "page" ||
    kind === "smart" ||
    kind === "archive" ||
    kind === "everything" ||
    kind === "event"
  )
    return;
  const kept = [{ id, kind, label, detail, href }, ...readRecents(team).filter((item) => item.id !== id)];
  try {
    window.localStorage.setItem(storedAs(team), JSON.stringify(kept.slice(0, KEPT)));
  } catch {
    // Without storage nothing is offered again.
  }
}
