"use client";

import { Button } from "../ui/button";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { PasswordField } from "../ui/password-field";
import { TextField } from "../ui/text-field";
import { useAuthForm } from "./use-auth-form";

type SignUpFormProps = { next: string; signInHref: string; passwordMinCharacters: number };

export function SignUpForm({ next, signInHref, passwordMinCharacters }: SignUpFormProps) {
  const { form, submit, sending, errorOf, notice } = useAuthForm("/sign-up/email", next, ["name", "email", "password"]);
  return (
    <form ref={form} className="grid gap-3.5" onSubmit={submit} method="post">
      {notice ? (
        <Notice tone="danger" live="alert">
          {notice}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        name="name"
        autoComplete="name"
        size="lg"
        required
        autoFocus
        maxLength={80}
        hint="As your teammates know you."
        error={errorOf("name")}
      />
      <TextField
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        size="lg"
        required
        error={errorOf("email")}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        size="lg"
        required
        minLength={passwordMinCharacters}
        maxLength={128}
        hint={`At least ${passwordMinCharacters} characters. A few words are easier to keep in mind.`}
        error={errorOf("password")}
      />
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        Sign up
      </Button>
      <p className="text-xs text-ink-3">
        You have an account? <Link href={signInHref}>Sign in</Link>.
      </p>
    </form>
  );
}
