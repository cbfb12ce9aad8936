"use client";

import dynamic from "next/dynamic";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { baseOf, type Place } from "../palette/place";
import { projectHref } from "../telemetry/links";
import { useUndoLast } from "../ui/toast";
import { focusSearch, walkList } from "./shortcuts/list-walk";
import { type Shortcut, useShortcutKeys, useShortcuts } from "./shortcuts/registry";

export type Overlay = "palette" | "commands" | "shortcuts" | null;

// All are loaded when they are first wanted: no page waits for them.
const loadPalette = () => import("../palette/palette").then((module) => module.Palette);
const Palette = dynamic(loadPalette, { ssr: false });
const CommandBar = dynamic(() => import("../commands/command-bar").then((module) => module.CommandBar), { ssr: false });
const ShortcutSheet = dynamic(() => import("./shortcuts/shortcut-sheet").then((module) => module.ShortcutSheet), {
  ssr: false,
});

type OverlaysProps = { place: Place; open: Overlay; onOpen: (overlay: Overlay) => void };

/** The palette, the command bar, the sheet of shortcuts, and the shortcuts that work on every page. */
export function Overlays({ place, open, onOpen }: OverlaysProps) {
  const router = useRouter();
  const undoLast = useUndoLast();
  useShortcutKeys(open !== null);
  usePaletteAhead();
  const base = baseOf(place);
  const goTo = (room: string) => {
    if (!base) return false;
    router.push(`${projectHref(base)}${room}`);
    return true;
  };
  const everywhere: Shortcut[] = [
    { keys: "mod+k", label: "Search or run a command", group: "Everywhere", run: () => onOpen("palette") },
    {
      keys: "/",
      label: "Search this page, else everything",
      group: "Everywhere",
      run: () => focusSearch() || onOpen("palette"),
    },
    { keys: ":", label: "Run a smart command", group: "Everywhere", run: () => base !== null && onOpen("commands") },
    { keys: "?", label: "This sheet", group: "Everywhere", run: () => onOpen("shortcuts") },
    { keys: "mod+z", label: "Undo what was just done", group: "Everywhere", run: undoLast },
    { keys: "g o", label: "Overview", group: "Go to", run: () => goTo("") },
    { keys: "g s", label: "Sessions", group: "Go to", run: () => goTo("/sessions") },
    { keys: "g d", label: "Decisions", group: "Go to", run: () => goTo("/decisions") },
    { keys: "g f", label: "Failures", group: "Go to", run: () => goTo("/failures") },
    { keys: "g h", label: "Handoffs", group: "Go to", run: () => goTo("/handoffs") },
    { keys: "g r", label: "Rules", group: "Go to", run: () => goTo("/rules") },
    { keys: "g u", label: "Summaries", group: "Go to", run: () => goTo("/summaries") },
    { keys: "g e", label: "Search everything", group: "Go to", run: () => goTo("/search") },
    { keys: "g a", label: "Agents", group: "Go to", run: () => goTo("/agents") },
    { keys: "g k", label: "Skills", group: "Go to", run: () => goTo("/skills") },
    { keys: "j", label: "Next in the list", group: "Lists", run: () => walkList(1) },
    { keys: "k", label: "Previous in the list", group: "Lists", run: () => walkList(-1) },
    { keys: "Enter", label: "Open", group: "Lists" },
  ];
  useShortcuts(everywhere, "frame");
  const close = () => onOpen(null);
  if (open === "palette") {
    return (
      <Palette
        place={place}
        onClose={close}
        onShortcuts={() => onOpen("shortcuts")}
        onCommands={() => onOpen("commands")}
      />
    );
  }
  if (open === "commands" && base) return <CommandBar base={base} place={place} onClose={close} />;
  return open === "shortcuts" ? <ShortcutSheet onClose={close} /> : null;
}

/** Ctrl goes down a moment before K: enough for the palette to be there when the first word is typed. */
function usePaletteAhead(): void {
  useEffect(() => {
    const onKey = ({ key }: KeyboardEvent) => {
      if (key !== "Control" && key !== "Meta") return;
      document.removeEventListener("keydown", onKey);
      // A failed load shows when the palette is opened.
      loadPalette().catch(() => {});
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}
