"use client";

import { Search } from "lucide-react";
import { Kbd } from "../ui/chip";
import { SIDE_ITEM } from "./side-item";

/** Opens the palette from the sidebar. */
export function SearchButton({ onOpen }: { onOpen: () => void }) {
  return (
    <button
      type="button"
      className={SIDE_ITEM}
      title="Search or run a command"
      aria-keyshortcuts="Control+K Meta+K"
      aria-haspopup="dialog"
      onClick={onOpen}
    >
      <Search aria-hidden />
      <span className="max-lg:sr-only">Search</span>
      <span className="ml-auto flex gap-1 max-lg:hidden" aria-hidden>
        <Kbd>Ctrl</Kbd> <Kbd>K</Kbd>
      </span>
    </button>
  );
}
