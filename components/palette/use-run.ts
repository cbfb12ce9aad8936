"use client";

import { useRouter } from "next/navigation";
import { signOut } from "../shell/sign-out";
import { useTheme } from "../shell/use-theme";
import { useToast } from "../ui/toast";
import { writeClipboard } from "../ui/use-copy";
import type { PaletteItem } from "./item";
import { keepRecent } from "./recents";

type RunOptions = {
  team: string;
  close: (moved: boolean) => void;
  openShortcuts: () => void;
  openCommands: () => void;
  searchArchive: (item: PaletteItem) => void;
  more: () => void;
};

/** What choosing an option does. `newTab` as for a link that is pressed with Ctrl or Cmd. */
export function useRun({ team, close, openShortcuts, openCommands, searchArchive, more }: RunOptions) {
  const router = useRouter();
  const toast = useToast();
  const { choose } = useTheme();

  async function copyLink() {
    const isCopied = await writeClipboard(window.location.href);
    toast({ message: isCopied ? "The link is copied." : "The browser refused to copy. Copy the address bar." });
  }

  function act({ act: told }: PaletteItem, item: PaletteItem) {
    if (!told) return;
    if (told.do === "search-archive") return searchArchive(item);
    if (told.do === "more") return more();
    close(false);
    if (told.do === "theme") choose(told.theme);
    else if (told.do === "copy-link") void copyLink();
    else if (told.do === "shortcuts") openShortcuts();
    else if (told.do === "commands") openCommands();
    else void signOut();
  }

  return (item: PaletteItem, newTab: boolean) => {
    keepRecent(team, item);
    if (item.href === undefined) return act(item, item);
    if (newTab) {
      window.open(item.href, "_blank", "noopener");
      return;
    }
    close(true);
    router.push(item.href);
  };
}
