"use client";

import { Link } from "../ui/link";
import { TextField } from "../ui/text-field";
import { AuthForm } from "./auth-form";
import { NewPasswordField } from "./new-password-field";

type SignUpFormProps = {
  next: string;
  signInHref: string;
  /** The address that an invitation is for. */
  email?: string;
};

export function SignUpForm({ next, signInHref, email }: SignUpFormProps) {
  return (
    <AuthForm
      path="/sign-up/email"
      next={next}
      fields={["name", "email", "password"]}
      submit="Sign up"
      footer={
        <>
          You have an account? <Link href={signInHref}>Sign in</Link>.
        </>
      }
    >
      {(errorOf) => (
        <>
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
            defaultValue={email}
            error={errorOf("email")}
          />
          <NewPasswordField label="Password" name="password" error={errorOf("password")} />
        </>
      )}
    </AuthForm>
  );
}
