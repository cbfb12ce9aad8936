"use client";

import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { TextField } from "../ui/text-field";
import { useAuthForm } from "./use-auth-form";

type SignInFormProps = {
  /** Where to go afterwards: a path of this site. */
  next: string;
  signUpHref: string;
};

export function SignInForm({ next, signUpHref }: SignInFormProps) {
  const { form, submit, sending, errorOf, notice } = useAuthForm("/sign-in/email", next, ["email", "password"]);
  return (
    <form ref={form} className="grid gap-3.5" onSubmit={submit} method="post">
      {notice ? (
        <Notice tone="danger" live="alert">
          {notice}
        </Notice>
      ) : null}
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        size="lg"
        required
        autoFocus
        error={errorOf("email")}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        size="lg"
        required
        error={errorOf("password")}
      />
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        Sign in
      </Button>
      <p className="text-xs text-ink-3">
        No account? <Link href={signUpHref}>Sign up</Link>. The owner of this server also gets a one-time link at each
        start of <code>npm run quickstart</code>.
      </p>
    </form>
  );
}
