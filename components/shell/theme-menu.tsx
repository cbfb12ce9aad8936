"use client";

import { Contrast, Monitor, Moon, Sun } from "lucide-react";
import { Menu, type MenuGroup } from "../ui/menu";
import { SIDE_ITEM } from "./side-item";
import type { Theme } from "./theme";
import { useTheme } from "./use-theme";

const CHOICES = [
  { theme: "system", label: "As the system", icon: <Monitor aria-hidden /> },
  { theme: "light", label: "Light", icon: <Sun aria-hidden /> },
  { theme: "dark", label: "Dark", icon: <Moon aria-hidden /> },
] as const;

export function themeGroup(theme: Theme, choose: (theme: Theme) => void): MenuGroup {
  return {
    key: "theme",
    heading: "Theme",
    items: CHOICES.map((choice) => ({
      key: choice.theme,
      label: choice.label,
      icon: choice.icon,
      checked: choice.theme === theme,
      onSelect: () => choose(choice.theme),
    })),
  };
}

/** System, light or dark, from the sidebar. */
export function ThemeMenu() {
  const { theme, choose } = useTheme();
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={SIDE_ITEM} title="Theme">
          <Contrast aria-hidden />
          <span className="max-lg:sr-only">Theme</span>
        </button>
      }
      groups={[themeGroup(theme, choose)]}
    />
  );
}

/** The same as a link in a line of text, for the pages before sign-in. */
export function ThemeLink() {
  const { theme, choose } = useTheme();
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className="min-h-6 underline underline-offset-2">
          Switch theme
        </button>
      }
      groups={[themeGroup(theme, choose)]}
    />
  );
}
