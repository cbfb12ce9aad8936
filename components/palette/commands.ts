import { searchHref } from "../search/place";
import { viewHref } from "../sessions/session-view";
import { projectHref, sessionHref } from "../telemetry/links";
import type { PaletteItem } from "./item";
import { baseOf, type Place } from "./place";

/** Everything that can be done from here without looking anything up. */
export function commandsOf(place: Place): PaletteItem[] {
  return [
    ...sessionCommands(place),
    ...pages(place),
    ...recordings(place),
    ...smartCommands(place),
    ...settings(place),
    ...others(place),
  ];
}

/** What the open session offers. */
function sessionCommands(place: Place): PaletteItem[] {
  const base = baseOf(place);
  const { session } = place;
  if (!base || session === null) return [];
  const group = `Session S-${session}`;
  const item = (id: string, label: string, href: string, aka: string): PaletteItem => ({
    id: `session:${id}`,
    kind: "smart",
    group,
    label,
    href,
    aka,
  });
  return [
    item("compact", "Preview a prune", sessionHref(base, session, { preview: "1" }), "compact clean commit"),
    item("budget", "What the window holds, by tier", viewHref(base, session, "tiers"), "budget status hot warm cold"),
    item("runs", "Prune runs", viewHref(base, session, "runs"), "committed undo telemetry"),
    item("blocked", "Blocked removals", viewHref(base, session, "blocked"), "protected why"),
    item("checkpoints", "Checkpoints", viewHref(base, session, "checkpoints"), "checkpoint resume save"),
  ];
}

/** What can be written into the project's memory. */
function recordings(place: Place): PaletteItem[] {
  const base = baseOf(place);
  if (!base) return [];
  const to = projectHref(base);
  const write = (id: string, label: string, href: string, aka: string): PaletteItem => ({
    id: `new:${id}`,
    kind: "write",
    group: "Write down",
    label,
    href,
    aka,
  });
  return [
    write("decision", "Record a decision", `${to}/decisions/new`, "new decision add adr"),
    write("failure", "Record a failure", `${to}/failures/new`, "new failure add tried"),
    write("handoff", "New handoff note", `${to}/handoffs`, "compose write pass on"),
    write("constraint", "Record a constraint", `${to}/rules/constraints/new`, "new constraint rule add must"),
    write("preference", "Record a preference", `${to}/rules/preferences/new`, "new preference rule add want"),
  ];
}

function pages(place: Place): PaletteItem[] {
  const base = baseOf(place);
  if (!base) return [];
  const to = projectHref(base);
  const page = (id: string, label: string, href: string, keys: string, aka: string): PaletteItem => ({
    id: `page:${id}`,
    kind: "page",
    group: "Go to",
    label,
    href,
    aka,
    keys,
  });
  return [
    page("overview", "Overview", to, "g o", "noise charts dashboard telemetry home"),
    page("sessions", "Sessions", `${to}/sessions`, "g s", "list runs"),
    page("decisions", "Decisions", `${to}/decisions`, "g d", "history record adr"),
    page("failures", "Failures", `${to}/failures`, "g f", "errors registry tried"),
    page("handoffs", "Handoffs", `${to}/handoffs`, "g h", "notes inbox share"),
    page("rules", "Rules", `${to}/rules`, "g r", "constraints preferences documents must want"),
    page("summaries", "Summaries", `${to}/summaries`, "g u", "what sessions did worked failed"),
    page("search", "Search everything", searchHref(base, { query: "" }), "g e", "find words phrase text"),
    page("agents", "Agents", `${to}/agents`, "g a", "noise by agent"),
    page("skills", "Skills", `${to}/skills`, "g k", "noise by skill versions"),
  ];
}

/** The commands that agents and the command line have as well, where a page answers them. */
function smartCommands(place: Place): PaletteItem[] {
  const base = baseOf(place);
  if (!base) return [];
  const to = projectHref(base);
  const smart = (id: string, detail: string, href: string, aka = ""): PaletteItem => ({
    id: `smart:${id}`,
    kind: "smart",
    group: "Smart commands",
    label: `context ${id}`,
    detail,
    href,
    aka,
  });
  const { session } = place;
  const search: PaletteItem = {
    id: "smart:search",
    kind: "smart",
    group: "Smart commands",
    label: "context search",
    detail: "archived context of all sessions",
    act: { do: "search-archive" },
  };
  const bar: PaletteItem = {
    id: "smart:bar",
    kind: "smart",
    group: "Smart commands",
    label: "Run a command…",
    act: { do: "commands" },
    aka: "context bar type priority pin load graph record constraints preferences claim",
    keys: ":",
  };
  const everywhere = [
    bar,
    smart("decisions", "what was decided", `${to}/decisions`),
    smart("handoff", "notes for whoever goes on", `${to}/handoffs`),
    smart("failures", "what was tried before", `${to}/failures`, "check failure"),
    search,
  ];
  if (session === null) return [smart("status", "choose a session", `${to}/sessions`, "budget window"), ...everywhere];
  return [
    smart("status", `how full S-${session} is`, viewHref(base, session, "tiers")),
    smart("budget", `tiers of S-${session}`, viewHref(base, session, "tiers")),
    smart("compact", `preview a prune of S-${session}`, sessionHref(base, session, { preview: "1" }), "prune"),
    smart("checkpoint", `checkpoints of S-${session}`, viewHref(base, session, "checkpoints"), "save resume"),
    smart("summarize", "summaries of sessions", `${to}/summaries`, "summary"),
    ...everywhere,
  ];
}

function settings(place: Place): PaletteItem[] {
  const base = baseOf(place);
  const team = `/${encodeURIComponent(place.team.slug)}/settings`;
  const setting = (id: string, label: string, href: string, detail: string, aka = ""): PaletteItem => ({
    id: `settings:${id}`,
    kind: "page",
    group: "Settings",
    label,
    href,
    detail,
    aka,
  });
  const ofProject = base ? `${projectHref(base)}/settings` : null;
  return [
    ...(ofProject && place.project
      ? [
          setting(
            "connect",
            "Connect an agent",
            `${ofProject}/connect`,
            place.project.name,
            "install hooks plugin mcp claude codex cursor client",
          ),
          setting("policy", "Policy", `${ofProject}/policy`, place.project.name, "thresholds presets protect stages"),
          setting("keys", "API keys", `${ofProject}/keys`, place.project.name, "create key token"),
          setting("project", "Project settings", `${ofProject}/project`, place.project.name, "rename zone delete git"),
          setting(
            "exchange",
            "Import and export",
            `${ofProject}/exchange`,
            place.project.name,
            "download upload zip csv json madr",
          ),
        ]
      : []),
    setting("members", "Members", `${team}/members`, place.team.name, "people roles"),
    setting("invite", "Invite a teammate", `${team}/members`, place.team.name, "invitation link add member"),
    setting("team", "Team settings", `${team}/team`, place.team.name, "rename delete"),
    setting("audit", "Audit log", `${team}/audit`, place.team.name, "who did what"),
    setting("account", "Your account", "/account", "", "password email name sign-in"),
  ];
}

function others({ team, project, projects, teams }: Place): PaletteItem[] {
  const command = (id: string, label: string, act: PaletteItem["act"], aka = "", keys?: string): PaletteItem => ({
    id: `command:${id}`,
    kind: "command",
    group: "Commands",
    label,
    act,
    aka,
    ...(keys ? { keys } : {}),
  });
  return [
    command("copy-link", "Copy a link to this page", { do: "copy-link" }, "share url address"),
    command("shortcuts", "Keyboard shortcuts", { do: "shortcuts" }, "keys help", "?"),
    command("theme-light", "Theme: light", { do: "theme", theme: "light" }, "bright"),
    command("theme-dark", "Theme: dark", { do: "theme", theme: "dark" }, "night"),
    command("theme-system", "Theme: as the system", { do: "theme", theme: "system" }, "auto"),
    ...projects
      .filter(({ slug }) => slug !== project?.slug)
      .map(
        ({ slug, name }): PaletteItem => ({
          id: `project:${team.slug}/${slug}`,
          kind: "project",
          group: "Projects and teams",
          label: name,
          detail: team.name,
          href: projectHref({ team: team.slug, project: slug }),
          aka: "switch project",
        }),
      ),
    ...teams
      .filter(({ slug }) => slug !== team.slug)
      .map(
        ({ slug, name }): PaletteItem => ({
          id: `team:${slug}`,
          kind: "team",
          group: "Projects and teams",
          label: name,
          detail: "team",
          href: `/${encodeURIComponent(slug)}`,
          aka: "switch team",
        }),
      ),
    {
      id: "command:new-project",
      kind: "command",
      group: "Projects and teams",
      label: "New project",
      detail: team.name,
      href: `/${encodeURIComponent(team.slug)}/new`,
      aka: "create add",
    },
    command("sign-out", "Sign out", { do: "sign-out" }, "log out leave"),
  ];
}
