import { AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";

/** Missing and foreign pages look alike. */
export default function NotFound() {
  return (
    <AuthShell title="There is nothing here">
      <p className="text-ink-2">The address may be mistyped, or the page belongs to a team that you are not in.</p>
      <Button href="/" size="lg" className="justify-self-start">
        To your projects
      </Button>
    </AuthShell>
  );
}
