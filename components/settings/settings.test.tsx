import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it, vi } from "vitest";
import type { ProjectDetail } from "@/server/api/routers/projects/get";
import type { MemberView } from "@/server/api/routers/teams/members";
import type { Role } from "@/server/core/access/rights";
import { ApiProvider } from "../api/provider";
import { InvitePage } from "../members/invite-page";
import { MembersScreen } from "../members/members-screen";
import { ToastProvider } from "../ui/toast";
import { ProjectSettingsScreen } from "./project-settings-screen";
import { TeamForm } from "./team-form";

vi.mock("next/navigation", () => ({ useRouter: () => ({ refresh: () => {}, push: () => {} }) }));

const NOW = "2026-11-20T09:00:00.000Z";

function member(name: string, role: Role, more: Partial<MemberView> = {}): MemberView {
  const email = `${name.toLowerCase()}@example.org`;
  return { id: name, name, email, role, joinedAt: NOW, lastActiveAt: null, projectRoles: [], isYou: false, ...more };
}

function render(element: ReactElement): string {
  return renderToStaticMarkup(
    <ApiProvider>
      <ToastProvider>{element}</ToastProvider>
    </ApiProvider>,
  );
}

const MEMBERS = [member("Olga", "owner"), member("Adam", "admin"), member("Vic", "viewer")];

function members(role: Role, you: string): string {
  const rows = MEMBERS.map((row) => ({ ...row, isYou: row.name === you }));
  const invites = role === "owner" || role === "admin" ? [] : null;
  const team = { slug: "harbor", name: "Harbor", role };
  return render(<MembersScreen {...{ team, invites }} members={rows} projects={[]} crumbs={[]} nowIso={NOW} />);
}

const project = (role: Role, more: Partial<ProjectDetail> = {}): ProjectDetail => ({
  slug: "billing-api",
  name: "Billing API",
  timeZone: "Asia/Kolkata",
  isDemo: false,
  createdAt: NOW,
  role,
  team: { slug: "harbor", name: "Harbor" },
  counts: { sessions: 2, decisions: 0, failures: 0, handoffs: 0 },
  sources: [{ kind: "git_remote", value: "github.com/harbor/billing-api" }],
  ...more,
});

function settings(role: Role, more: Partial<ProjectDetail> = {}): string {
  const base = { team: "harbor", project: "billing-api" };
  return render(
    <ProjectSettingsScreen
      {...{ base }}
      project={project(role, more)}
      teamRole={role}
      members={MEMBERS}
      timeZones={["UTC"]}
    />,
  );
}

describe("the members page", () => {
  it("offers a viewer nothing but leaving", () => {
    const html = members("viewer", "Vic");
    expect(html).not.toMatch(/Invite|<select/);
    expect(html.match(/Actions for/g)).toHaveLength(2); // The button's name and its title, on one's own row.
  });

  it("offers an admin everybody but owners, and no role above their own", () => {
    const html = members("admin", "Adam");
    expect(html).toContain("Role of Vic");
    expect(html).not.toContain("Role of Olga");
    expect(html).not.toContain('<option value="owner"');
    expect(members("owner", "Olga")).toContain('<option value="owner"');
  });
});

describe("the project's settings", () => {
  it("show a viewer how it is, and nothing that changes it", () => {
    const html = settings("viewer");
    expect(html).toContain("github.com/harbor/billing-api");
    expect(html).not.toMatch(/Delete|Remove|>Add</);
    expect(html).toContain("An owner or admin changes this.");
  });

  it("keep a zone that the list lacks, and ask for the slug before a deletion but not for the demo's", () => {
    expect(settings("admin")).toContain('<option value="Asia/Kolkata" selected="">');
    expect(settings("admin")).toContain("Delete project");
    expect(settings("admin", { isDemo: true })).toContain("Remove the demo");
  });
});

describe("an invitation", () => {
  const invite = {
    team: "Harbor",
    invitedBy: "Adam",
    role: "member",
    email: null,
    state: "open",
    expiresAt: NOW,
    you: null,
  } as const;
  const page = (more: Partial<Parameters<typeof InvitePage>[0]["invite"]>) =>
    render(
      <InvitePage token="t" invite={{ ...invite, ...more }} signUpHref="/sign-up" signInHref="/sign-in" nowIso={NOW} />,
    );

  it.each(["used", "expired", "revoked"] as const)("that is %s says so and whom to ask, and joins nothing", (state) => {
    const html = page({ state });
    expect(html).toContain("Ask Adam for a new one");
    expect(html).not.toContain("Join Harbor");
  });

  it("leads who is signed out to sign up, who fits to join, a member to the team", () => {
    expect(page({})).toContain('href="/sign-up"');
    expect(page({ you: { email: "v@example.org", fits: true, memberOf: null } })).toContain("Join Harbor</button>");
    expect(page({ state: "used", you: { email: "v@example.org", fits: true, memberOf: "harbor" } })).toContain(
      'href="/harbor"',
    );
    const foreign = page({ email: "a@example.org", you: { email: "v@example.org", fits: false, memberOf: null } });
    expect(foreign).toContain("Use another account");
    expect(foreign).not.toContain("Join Harbor</button>");
  });
});

it("the team's form says who may change it, and then has nothing to press", () => {
  const team = { slug: "harbor", name: "Harbor" };
  const refused = render(<TeamForm team={team} refusal="Only an owner changes the team." />);
  expect(refused).toContain("Only an owner");
  expect(refused).not.toContain("Save");
  expect(render(<TeamForm team={team} refusal={null} />)).toContain("Save");
});
