import { can } from "../../core/access/rights";
import type { ProjectScope } from "../../core/access/scope";

/** Accepting stays with people: no key may do it, whatever its person may. */
export function mayAccept({ role, actor }: ProjectScope): boolean {
  return actor.kind !== "key" && can({ role, keyScopes: null }, "decision:accept");
}
