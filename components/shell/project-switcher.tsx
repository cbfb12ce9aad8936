"use client";

import { ChevronsUpDown } from "lucide-react";
import { Menu, type MenuGroup } from "../ui/menu";
import { Avatar } from "../ui/monogram";

type Named = { name: string; slug: string };
export type SwitcherProps = { team: Named; project: Named | null; projects: readonly Named[]; teams: readonly Named[] };

/** The projects of this team, then the other teams. */
export function switcherGroups({ team, project, projects, teams }: SwitcherProps): MenuGroup[] {
  const groups: MenuGroup[] = [
    {
      key: "projects",
      heading: `Projects of ${team.name}`,
      items: [
        ...projects.map((item) => ({
          key: item.slug,
          label: item.name,
          href: `/${team.slug}/${item.slug}`,
          checked: item.slug === project?.slug,
        })),
        { key: "+new", label: "New project", href: `/${team.slug}/new` },
      ],
    },
  ];
  if (teams.length > 1) {
    groups.push({
      key: "teams",
      heading: "Teams",
      items: teams.map((item) => ({
        key: item.slug,
        label: item.name,
        href: `/${item.slug}`,
        checked: item.slug === team.slug,
      })),
    });
  }
  return groups;
}

/** Which project the page is about; opens the list of the others. */
export function ProjectSwitcher(props: SwitcherProps) {
  const { team, project } = props;
  const name = project?.name ?? "No project yet";
  return (
    <Menu
      trigger={
        <button
          type="button"
          title="Switch project or team"
          className="flex w-full items-center gap-2 rounded-md border border-line-strong bg-surface px-2 py-1.5 text-left leading-tight hover:border-control max-lg:justify-center max-lg:px-0"
        >
          <Avatar name={name} square />
          <span className="min-w-0 flex-1 max-lg:sr-only">
            <span className="block truncate font-semibold">{name}</span>{" "}
            <small className="block truncate text-2xs text-ink-3">{team.name}</small>
          </span>
          <ChevronsUpDown className="max-lg:hidden" aria-hidden />
        </button>
      }
      groups={switcherGroups(props)}
    />
  );
}
