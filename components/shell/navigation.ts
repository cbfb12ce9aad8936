import { can, type Role } from "@/server/core/access/rights";

/** Where each room is. One table feeds the sidebar, the rail and the tab bar. */

export const SHELL_PAGES = [
  "overview",
  "sessions",
  "decisions",
  "failures",
  "handoffs",
  "rules",
  "summaries",
  "agents",
  "skills",
  "connect",
  "policy",
  "keys",
  "project",
  "exchange",
  "members",
  "team",
  "audit",
] as const;
export type ShellPage = (typeof SHELL_PAGES)[number];

export type NavCounts = Partial<Record<"sessions" | "decisions" | "failures" | "handoffs", number>>;

export type NavItem = {
  page: ShellPage;
  label: string;
  href: string;
  count?: number;
  /** What is counted where it is not all of them: "open". */
  countWord?: string;
  alert?: boolean;
  /** A page of the room above it: indented, and left out on the rail. */
  below?: "overview" | "sessions";
};

export type NavScope = { team: { name: string; slug: string }; project: { name: string; slug: string } | null };

/** The rooms of a project; none while there is no project. */
export function projectItems({ team, project }: NavScope, counts: NavCounts = {}): NavItem[] {
  if (!project) return [];
  const base = `/${team.slug}/${project.slug}`;
  return [
    { page: "overview", label: "Overview", href: base },
    { page: "agents", label: "Agents", href: `${base}/agents`, below: "overview" },
    { page: "skills", label: "Skills", href: `${base}/skills`, below: "overview" },
    { page: "sessions", label: "Sessions", href: `${base}/sessions`, count: counts.sessions },
    { page: "summaries", label: "Summaries", href: `${base}/summaries`, below: "sessions" },
    { page: "decisions", label: "Decisions", href: `${base}/decisions`, count: counts.decisions },
    {
      page: "failures",
      label: "Failures",
      href: `${base}/failures`,
      count: counts.failures,
      countWord: "active",
      alert: (counts.failures ?? 0) > 0,
    },
    { page: "handoffs", label: "Handoffs", href: `${base}/handoffs`, count: counts.handoffs, countWord: "open" },
    { page: "rules", label: "Rules", href: `${base}/rules` },
  ];
}

/** Connecting, policy, keys and the project's own settings belong to a project, the others to the team. `role` is that in the team. */
export function settingsItems({ team, project }: NavScope, role: Role): NavItem[] {
  const ofTeam = `/${team.slug}/settings`;
  const teamPages: NavItem[] = [
    { page: "members", label: "Members", href: `${ofTeam}/members` },
    { page: "team", label: "Team", href: `${ofTeam}/team` },
  ];
  if (can({ role, keyScopes: null }, "audit:read")) {
    teamPages.push({ page: "audit", label: "Audit log", href: `${ofTeam}/audit` });
  }
  if (!project) return teamPages;
  const ofProject = `/${team.slug}/${project.slug}/settings`;
  return [
    { page: "connect", label: "Connect", href: `${ofProject}/connect` },
    { page: "policy", label: "Policy", href: `${ofProject}/policy` },
    { page: "keys", label: "API keys", href: `${ofProject}/keys` },
    { page: "project", label: "Project", href: `${ofProject}/project` },
    { page: "exchange", label: "Import and export", href: `${ofProject}/exchange` },
    ...teamPages,
  ];
}

/** Pages of the team show the project that was open last, which a page fetched earlier would not know. */
export const TEAM_PAGES: readonly ShellPage[] = ["members", "team", "audit"];
const PROJECT_SETTINGS: readonly ShellPage[] = ["connect", "policy", "keys", "project", "exchange"];
const ROOMS: readonly ShellPage[] = [
  "sessions",
  "decisions",
  "failures",
  "handoffs",
  "rules",
  "summaries",
  "agents",
  "skills",
];

/** `/team/project/sessions/12` is in the room `sessions`; `/team/project` is the overview. */
export function currentPage(pathname: string): ShellPage | "" {
  const [, second, third, fourth] = pathname.split("/").filter(Boolean);
  if (second === "settings") return TEAM_PAGES.find((page) => page === third) ?? "";
  if (second === undefined || second === "new") return "";
  if (third === undefined) return "overview";
  if (third === "settings") return PROJECT_SETTINGS.find((page) => page === fourth) ?? "";
  return ROOMS.find((room) => room === third) ?? "";
}
