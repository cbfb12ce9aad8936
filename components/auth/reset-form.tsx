"use client";

import { PasswordField } from "../ui/password-field";
import { AuthForm } from "./auth-form";
import { NewPasswordField } from "./new-password-field";
import { samePasswords } from "./same-passwords";

/** A new password by a link, typed twice; then the person is signed in. */
export function ResetForm({ token, email }: { token: string; email: string }) {
  return (
    <AuthForm
      path="/password/reset"
      next="/"
      fields={["newPassword"]}
      more={{ token }}
      check={samePasswords}
      submit="Set password and sign in"
    >
      {(errorOf) => (
        <>
          {/* Tells a password manager whose password it is. */}
          <input type="hidden" name="username" autoComplete="username" value={email} readOnly />
          <NewPasswordField label="New password" name="newPassword" autoFocus error={errorOf("newPassword")} />
          <PasswordField
            label="Once more"
            name="again"
            autoComplete="new-password"
            size="lg"
            required
            error={errorOf("again")}
          />
        </>
      )}
    </AuthForm>
  );
}
