import type { AuthField } from "./auth-request";

/** Typed twice, since nobody sees it; null when both are the same. */
export function samePasswords(values: Readonly<Record<string, string>>): { field: AuthField; message: string } | null {
  if (values["newPassword"] === values["again"]) return null;
  return { field: "again", message: "The two differ. Type the new password once more." };
}
