import { fail, ok, type Result } from "../../core/result";
import { findPersonByEmail, findPersonById, listPeople } from "../../db/auth/people";
import type { Deps } from "../deps";
import { consumeOneTimeLink, createOneTimeLink, type LinkKind, lookAtOneTimeLink } from "./one-time-link";

const RESET: LinkKind = {
  prefix: "reset-link:",
  word: "link",
  hours: 1,
  remedy: "Whoever runs the server makes a new one: npx steward admin reset-link <email>",
};

export interface ResetLink {
  /** For `/reset/<token>`. */
  token: string;
  name: string;
  email: string;
  expiresAt: Date;
}

/** On the server's own machine: a link for one person to set a new password, once, within an hour. */
export async function createResetLink(
  deps: Pick<Deps, "db" | "clock" | "ids">,
  rawEmail: string,
): Promise<Result<ResetLink>> {
  const email = rawEmail.trim().toLowerCase();
  const person = await findPersonByEmail(deps.db, email);
  if (!person) return fail("not_found", `Nobody here has the address ${email}. ${await whoIsHere(deps)}`);
  const link = await createOneTimeLink(deps, RESET, person.id);
  return ok({ ...link, name: person.name, email: person.email });
}

const SHOWN_PEOPLE = 10;

async function whoIsHere(deps: Pick<Deps, "db">): Promise<string> {
  const people = await listPeople(deps.db, SHOWN_PEOPLE + 1);
  if (people.length === 0) return "No account was made on this server yet.";
  const more = people.length > SHOWN_PEOPLE ? ", …" : "";
  return `Known are: ${people.slice(0, SHOWN_PEOPLE).join(", ")}${more}`;
}

/** The address that the person opens. */
export function resetLinkUrl(baseUrl: string, token: string): string {
  return new URL(`/reset/${token}`, baseUrl).toString();
}

/** Whose link it is, before a new password is typed; the link is not used up by it. */
export async function openResetLink(
  deps: Pick<Deps, "db" | "clock">,
  token: string,
): Promise<Result<{ email: string }>> {
  const link = await lookAtOneTimeLink(deps, RESET, token);
  if (!link.ok) return link;
  const person = await findPersonById(deps.db, link.value.userId);
  return person ? ok({ email: person.email }) : fail("unauthorized", "The person of this link is gone.");
}

export function consumeResetLink(deps: Pick<Deps, "db" | "clock">, token: string): Promise<Result<{ userId: string }>> {
  return consumeOneTimeLink(deps, RESET, token);
}
