import type { Metadata } from "next";
import { requireUser } from "@/app/_lib/api";
import { timeZones } from "@/app/_lib/time-zones";
import { FirstProjectForm } from "@/components/setup/first-project-form";
import { AuthShell } from "@/components/shell/auth-shell";

export const metadata: Metadata = { title: "New team" };

export default async function NewTeamPage() {
  const user = await requireUser();
  return (
    <AuthShell title="Your team and project" subtitle={`You are signed in as ${user.email}.`}>
      <FirstProjectForm suggestedTeam="" timeZones={timeZones()} />
    </AuthShell>
  );
}
