"use client";

import { Menu as MenuIcon, Search } from "lucide-react";
import { Menu } from "../ui/menu";
import { NavIcon } from "./nav-icon";
import type { NavItem } from "./navigation";
import { type SwitcherProps, switcherGroups } from "./project-switcher";
import { RoomLink } from "./room-link";
import { themeGroup } from "./theme-menu";
import { useTheme } from "./use-theme";
import { type ShellUser, userGroup } from "./user-menu";

type TabBarProps = {
  items: readonly NavItem[];
  more: readonly NavItem[];
  current: string;
  switcher: SwitcherProps;
  user: ShellUser;
  onSearch: () => void;
};

const TAB =
  "clip-focus grid min-h-12 w-full justify-items-center gap-0.5 pt-2 pb-2.5 text-2xs text-ink-2 [&_svg.lucide]:size-[18px] " +
  "aria-[current=page]:font-semibold aria-[current=page]:text-accent-ink aria-[current=page]:shadow-[inset_0_2px_0_var(--color-accent)]";

/** The sidebar of a phone: four rooms, the palette, and the rest in a menu. */
export function TabBar({ items, more, current, switcher, user, onSearch }: TabBarProps) {
  const { theme, choose } = useTheme();
  const moreIsCurrent = more.some((item) => item.page === current);
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid auto-cols-fr grid-flow-col border-t border-line-strong bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {items.map((item) => (
        <RoomLink
          key={item.page}
          href={item.href}
          aria-current={item.page === current ? "page" : undefined}
          className={TAB}
        >
          <NavIcon page={item.page} />
          {item.label}
        </RoomLink>
      ))}
      <button type="button" className={TAB} aria-haspopup="dialog" onClick={onSearch}>
        <Search aria-hidden />
        Search
      </button>
      <Menu
        side="top"
        align="end"
        trigger={
          <button type="button" className={TAB} aria-current={moreIsCurrent ? "page" : undefined}>
            <MenuIcon aria-hidden />
            More
          </button>
        }
        groups={[
          {
            key: "rooms",
            items: more.map((item) => ({
              key: item.page,
              label: item.label,
              href: item.href,
              icon: <NavIcon page={item.page} />,
              hint: item.count,
            })),
          },
          ...switcherGroups(switcher),
          themeGroup(theme, choose),
          userGroup(user),
        ]}
      />
    </nav>
  );
}
