import { type SafeText, safeText } from "../../core/redact/safe-text";
import { fail, ok, type Result } from "../../core/result";
import { normalizeSource, type SourceKind } from "../../core/teams/project-source";

export interface CleanSource {
  kind: SourceKind;
  value: SafeText;
  field: string;
}

const MAX_SOURCE_CHARACTERS = 1_000;
const EXAMPLE: Readonly<Record<SourceKind, string>> = {
  git_remote: "git@github.com:acme/billing-api.git",
  root: "/home/ada/billing-api",
};
const WORD: Readonly<Record<SourceKind, string>> = { git_remote: "git remote", root: "repository root" };

/** The one spelling of a source that is stored and looked up. */
export function cleanSource(kind: SourceKind, raw: string, field: string): Result<CleanSource> {
  const value = raw.length <= MAX_SOURCE_CHARACTERS ? normalizeSource(kind, raw) : null;
  if (!value) return fail("bad_request", `This is no ${WORD[kind]}. Write it like ${EXAMPLE[kind]}.`, { field });
  return ok({ kind, value: safeText(value), field });
}
