"use client";

import { Link } from "../ui/link";
import { PasswordField } from "../ui/password-field";
import { TextField } from "../ui/text-field";
import { AuthForm } from "./auth-form";

type SignInFormProps = {
  /** Where to go afterwards: a path of this site. */
  next: string;
  signUpHref: string;
  /** The address that an invitation is for. */
  email?: string;
};

export function SignInForm({ next, signUpHref, email }: SignInFormProps) {
  return (
    <AuthForm
      path="/sign-in/email"
      next={next}
      fields={["email", "password"]}
      submit="Sign in"
      footer={
        <>
          No account? <Link href={signUpHref}>Sign up</Link>. Forgot the password? Whoever runs this server makes a link
          for a new one: <code className="whitespace-nowrap">npx steward admin reset-link</code>.
        </>
      }
    >
      {(errorOf) => (
        <>
          <TextField
            label="E-mail"
            name="email"
            type="email"
            autoComplete="username"
            size="lg"
            required
            autoFocus
            defaultValue={email}
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
        </>
      )}
    </AuthForm>
  );
}
