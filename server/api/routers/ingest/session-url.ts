import { env } from "../../../env";

/** The address that a person opens: the path under the address of this server. */
export function sessionUrl(path: string): string {
  return new URL(path, env().STEWARD_BASE_URL).toString();
}
