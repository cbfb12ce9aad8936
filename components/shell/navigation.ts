/** Where each room is. One table feeds the sidebar, the rail and the tab bar. */

export type ShellPage = "overview" | "sessions" | "decisions" | "failures" | "handoffs" | "policy" | "keys" | "members";

export type NavCounts = Partial<Record<"sessions" | "decisions" | "failures" | "handoffs", number>>;

export type NavItem = { page: ShellPage; label: string; href: string; count?: number; alert?: boolean };

export type NavScope = { team: { name: string; slug: string }; project: { name: string; slug: string } | null };

/** The rooms of a project; none while there is no project. */
export function projectItems({ team, project }: NavScope, counts: NavCounts = {}): NavItem[] {
  if (!project) return [];
  const base = `/${team.slug}/${project.slug}`;
  return [
    { page: "overview", label: "Overview", href: base },
    { page: "sessions", label: "Sessions", href: `${base}/sessions`, count: counts.sessions },
    { page: "decisions", label: "Decisions", href: `${base}/decisions`, count: counts.decisions },
    {
      page: "failures",
      label: "Failures",
      href: `${base}/failures`,
      count: counts.failures,
      alert: (counts.failures ?? 0) > 0,
    },
    { page: "handoffs", label: "Handoffs", href: `${base}/handoffs`, count: counts.handoffs },
  ];
}

/** Policy and keys belong to a project's settings, members to the team's. */
export function settingsItems({ team, project }: NavScope): NavItem[] {
  const members: NavItem = { page: "members", label: "Members", href: `/${team.slug}/settings/members` };
  if (!project) return [members];
  const settings = `/${team.slug}/${project.slug}/settings`;
  return [
    { page: "policy", label: "Policy", href: `${settings}/policy` },
    { page: "keys", label: "API keys", href: `${settings}/keys` },
    members,
  ];
}
