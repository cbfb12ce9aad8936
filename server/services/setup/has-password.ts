import { hasPassword as find } from "../../db/auth/people";
import type { Deps } from "../deps";

/** False for who only ever came in by a link: the first password needs no current one. */
export function hasPassword(deps: Pick<Deps, "db">, userId: string): Promise<boolean> {
  return find(deps.db, userId);
}
