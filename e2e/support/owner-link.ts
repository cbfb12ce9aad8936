/**
 * The owner's one-time sign-in link, as the launcher printed it when it started for this run; it carries the origin. It
 * works once, so one test may use it; others sign up.
 */
export function ownerLink(): string {
  const link = process.env["E2E_SIGN_IN_LINK"];
  if (!link) throw new Error("No sign-in link: the server did not print one (playwright.config.ts reads it).");
  return link;
}
