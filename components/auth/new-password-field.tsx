"use client";

import { PASSWORD_MAX_CHARACTERS, PASSWORD_MIN_CHARACTERS } from "@/server/core/access/password";
import { PasswordField } from "../ui/password-field";

type NewPasswordFieldProps = { name: string; label: string; error?: string; autoFocus?: boolean; size?: "md" | "lg" };

/** A password that is being chosen, with what it must be like. */
export function NewPasswordField({ size = "lg", ...props }: NewPasswordFieldProps) {
  return (
    <PasswordField
      {...props}
      size={size}
      autoComplete="new-password"
      required
      minLength={PASSWORD_MIN_CHARACTERS}
      maxLength={PASSWORD_MAX_CHARACTERS}
      hint={`At least ${PASSWORD_MIN_CHARACTERS} characters. A few words are easier to keep in mind.`}
    />
  );
}
