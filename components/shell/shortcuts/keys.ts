/** How shortcuts are written: `j`, `?`, `mod+k` (Ctrl or Cmd), `g d` (one after the other). */

export interface Pressed {
  readonly key: string;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

/** The name of a key that was pressed: `mod+k`, `J` with Shift, `?`. */
export function nameOf({ key, ctrlKey, metaKey, altKey }: Pressed): string {
  const mod = ctrlKey || metaKey ? "mod+" : "";
  const name = mod ? key.toLowerCase() : key;
  return `${mod}${altKey ? "alt+" : ""}${name}`;
}

/** A shortcut without a held key: these fire by accident, so they can be turned off (WCAG 2.1.4). */
export function isSingleKey(keys: string): boolean {
  return !keys.includes("mod+") && !keys.includes("alt+");
}

/** Which shortcut a press completes, and what it may be the beginning of. */
export function match<S extends { readonly keys: string }>(
  shortcuts: readonly S[],
  pending: string | null,
  pressed: string,
): { readonly hits: readonly S[]; readonly begins: boolean } {
  const typed = pending === null ? pressed : `${pending} ${pressed}`;
  const hits = shortcuts.filter(({ keys }) => keys === typed);
  const begins = pending === null && shortcuts.some(({ keys }) => keys.startsWith(`${pressed} `));
  return { hits, begins };
}

const WORDS: Readonly<Record<string, string>> = { Escape: "Esc", ArrowUp: "↑", ArrowDown: "↓", Enter: "Enter" };

/** As keycaps, one list a chord: `mod+k` is `["Ctrl", "K"]`, `N` is `["Shift", "N"]`, `g d` two lists of one. */
export function keycaps(keys: string, isMac: boolean): string[][] {
  return keys.split(" ").map((chord) =>
    chord.split(/\+(?=.)/).flatMap((part) => {
      if (part === "mod") return isMac ? "⌘" : "Ctrl";
      if (/^[A-Z]$/.test(part)) return ["Shift", part];
      return WORDS[part] ?? (part.length === 1 ? part.toUpperCase() : part);
    }),
  );
}
