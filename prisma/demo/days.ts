import type { ProjectScope } from "@/server/core/access/scope";
import type { Result } from "@/server/core/result";
import type { Deps } from "@/server/services/deps";

/** What the loaders of the demo share: the days they write on, the people who write, and no excuse. */

const DAY_MS = 86_400_000;

/** The world as it was some days ago, at an hour of work. */
export function at(deps: Deps, daysAgo: number): Deps {
  const then = new Date(deps.clock.now().getTime() - daysAgo * DAY_MS - 7_200_000);
  return { ...deps, clock: { now: () => then } };
}

/** The demo has one member; its records name the people of its sessions. */
export function inNameOf(scope: ProjectScope, name: string): ProjectScope {
  const { memberId } = scope.actor;
  return { ...scope, role: "owner", actor: { kind: "member", memberId, keyId: null, name } };
}

/** The demo is ours; a record that the services refuse is a mistake in it. */
export function must<T>(result: Result<T>): T {
  if (result.ok) return result.value;
  throw new Error(`The demo was refused: ${result.fault.message}`);
}
