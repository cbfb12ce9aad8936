import { AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";

/** Shown with status 403, for a page of a team that one belongs to. */
export default function Forbidden() {
  return (
    <AuthShell title="Your role does not open this page">
      <p className="text-ink-2">
        You are in this team, but this page needs more rights. Ask an owner or admin of the team.
      </p>
      <Button href="/" size="lg" className="justify-self-start">
        To your projects
      </Button>
    </AuthShell>
  );
}
