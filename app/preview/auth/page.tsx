import { KeyRound } from "lucide-react";
import { AuthDivider, AuthShell } from "@/components/shell/auth-shell";
import { Button } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Notice } from "@/components/ui/notice";
import { PasswordField } from "@/components/ui/password-field";
import { TextField } from "@/components/ui/text-field";

export default function AuthPreview() {
  return (
    <AuthShell
      title="Sign in"
      subtitle={
        <>
          to <b>steward.harbor.dev</b>
        </>
      }
    >
      <form className="grid gap-3.5">
        <Notice tone="danger" live="alert">
          The e-mail or the password is wrong. After 5 tries we wait 1 minute.
        </Notice>
        <TextField label="E-mail" name="email" type="email" autoComplete="username" size="lg" required />
        <PasswordField
          label="Password"
          name="password"
          autoComplete="current-password"
          size="lg"
          required
          aside={<Link href="/forgot">Forgotten?</Link>}
        />
        <Button type="submit" variant="primary" size="lg">
          Sign in
        </Button>
        <AuthDivider>or</AuthDivider>
        <Button size="lg" icon={<KeyRound aria-hidden />}>
          Single sign-on
        </Button>
        <p className="text-xs text-ink-3">
          No account? <Link href="/sign-up">Create a team</Link>, or open the invite link that a teammate sent you.
        </p>
      </form>
    </AuthShell>
  );
}
