import { fail, ok, type Result } from "../../core/result";
import { knowsTimeZone } from "../../db/projects/time-zone";
import type { Deps } from "../deps";

/** Names only: an offset such as `+02:00` has no summer time, and Postgres reads its sign the other way round. */
const NAME_SHAPE = /^[A-Za-z][A-Za-z0-9_+-]*(?:\/[A-Za-z0-9_+-]+)*$/;

/** Accepts a zone that both the browser's and the database's tables know. */
export async function checkTimeZone(deps: Pick<Deps, "db">, timeZone: string): Promise<Result<string>> {
  const name = timeZone.trim();
  const known = NAME_SHAPE.test(name) && knownToIntl(name) && (await knowsTimeZone(deps.db.pool, name));
  if (known) return ok(name);
  return fail(
    "bad_request",
    `There is no time zone "${name.slice(0, 60)}". Write a name such as Europe/Berlin or UTC.`,
    {
      field: "timeZone",
    },
  );
}

function knownToIntl(timeZone: string): boolean {
  try {
    new Intl.DateTimeFormat("en", { timeZone });
    return true;
  } catch {
    return false;
  }
}
