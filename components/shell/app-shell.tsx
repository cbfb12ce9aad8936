"use client";

import clsx from "clsx";
import { type ReactNode, useMemo, useState } from "react";
import type { Role } from "@/server/core/access/rights";
import type { Place } from "../palette/place";
import { formatExact } from "../ui/format";
import { LogoMark } from "./logo";
import { NavIcon } from "./nav-icon";
import { type NavCounts, type NavItem, projectItems, type ShellPage, settingsItems, TEAM_PAGES } from "./navigation";
import { type Overlay, Overlays } from "./overlays";
import { ProjectSwitcher } from "./project-switcher";
import { RoomLink } from "./room-link";
import { SearchButton } from "./search-button";
import { SIDE_ITEM } from "./side-item";
import { SkipLink } from "./skip-link";
import { TabBar } from "./tab-bar";
import { ThemeMenu } from "./theme-menu";
import { type ShellUser, UserMenu } from "./user-menu";

type Named = { name: string; slug: string };

type AppShellProps = {
  team: Named;
  /** null before the first project is made. */
  project: Named | null;
  projects: readonly Named[];
  teams: readonly Named[];
  user: ShellUser;
  /** Of the person in the team. */
  role: Role;
  counts?: NavCounts;
  current: ShellPage | "";
  /** Number of the session that the page shows: commands of the palette are about it. */
  session: number | null;
  children: ReactNode;
};

/** Everything around a page: sidebar (wide), rail (to 1180 px), tab bar (to 760 px). The page itself is `main`. */
export function AppShell(props: AppShellProps) {
  const { team, project, projects, teams, user, role, counts, current, session, children } = props;
  const [overlay, setOverlay] = useState<Overlay>(null);
  const place = useMemo<Place>(
    () => ({ team, project, projects, teams, session }),
    [team, project, projects, teams, session],
  );
  const openPalette = () => setOverlay("palette");
  const rooms = projectItems({ team, project }, counts);
  const settings = settingsItems({ team, project }, role);
  const onPhone = rooms.filter(({ below }) => !below);
  const switcher = { team, project, projects, teams };
  const home = rooms[0]?.href ?? `/${team.slug}`;
  return (
    <>
      <SkipLink />
      <div className="min-h-dvh md:grid print:block md:grid-cols-[var(--spacing-rail)_minmax(0,1fr)] lg:grid-cols-[var(--spacing-sidebar)_minmax(0,1fr)]">
        <header
          className="sticky top-0 flex h-dvh flex-col gap-1 overflow-y-auto border-r border-line px-2 py-3 max-md:hidden"
          data-print="hide"
        >
          <RoomLink
            href={home}
            className="flex items-center gap-[9px] px-2 pt-1 pb-2.5 font-semibold tracking-[-0.01em] max-lg:justify-center max-lg:px-0 max-lg:pb-2"
          >
            <LogoMark />
            <span className="max-lg:sr-only">Context Steward</span>
          </RoomLink>
          <ProjectSwitcher {...switcher} />
          {rooms.length > 0 ? <SideNav label="Project" items={rooms} current={current} className="mt-2" /> : null}
          <SideNav label="Settings" items={settings} current={current} headed />
          <div className="mt-auto grid gap-px">
            <SearchButton onOpen={openPalette} />
            <ThemeMenu />
            <UserMenu user={user} onShortcuts={() => setOverlay("shortcuts")} />
          </div>
        </header>
        <main id="main" tabIndex={-1} className="min-w-0 pb-12 max-md:pb-[84px] md:px-4 lg:px-6">
          <div className="mx-auto max-w-(--spacing-page)">{children}</div>
        </main>
      </div>
      <TabBar
        items={onPhone.slice(0, 4)}
        more={[...onPhone.slice(4), ...rooms.filter(({ below }) => below), ...settings]}
        current={current}
        switcher={switcher}
        user={user}
        onSearch={openPalette}
      />
      <Overlays place={place} open={overlay} onOpen={setOverlay} />
    </>
  );
}

type SideNavProps = { label: string; items: readonly NavItem[]; current: string; headed?: boolean; className?: string };

function SideNav({ label, items, current, headed, className }: SideNavProps) {
  return (
    <nav aria-label={label} className={clsx("grid gap-px", className)}>
      {headed ? (
        <p aria-hidden className="px-2 pt-2.5 pb-1 text-2xs text-ink-3 max-lg:hidden">
          {label}
        </p>
      ) : null}
      {items.map((item) => (
        <RoomLink
          key={item.page}
          href={item.href}
          // The team's own pages show the project that was open last, which a page fetched earlier would not know.
          ahead={!TEAM_PAGES.includes(item.page)}
          title={titleOf(item)}
          aria-current={item.page === current ? "page" : undefined}
          className={clsx(SIDE_ITEM, item.below && "h-[26px]! lg:pl-[33px] max-lg:hidden")}
        >
          {item.below ? null : <NavIcon page={item.page} />}
          <span className="max-lg:sr-only">{item.label}</span>
          <Count item={item} />
        </RoomLink>
      ))}
    </nav>
  );
}

function titleOf({ label, count, countWord }: NavItem): string {
  return count === undefined || countWord === undefined ? label : `${label}: ${formatExact(count)} ${countWord}`;
}

/** Says what it counts where that is not all of the room: on hover by the link's title, and to screen readers. */
function Count({ item: { count, countWord, alert } }: { item: NavItem }) {
  if (count === undefined) return null;
  return (
    <span
      className={clsx(
        "ml-auto text-2xs max-lg:absolute max-lg:top-0 max-lg:right-px max-lg:text-[0.625rem]",
        alert ? "font-semibold text-resolved-ink" : "text-ink-3 in-[a:hover]:text-ink-2 max-lg:hidden",
      )}
    >
      {formatExact(count)}
      {countWord ? <span className="sr-only"> {countWord}</span> : null}
    </span>
  );
}
