import { pathsOf } from "./protect/paths";
import type { Entry } from "./timeline";

/**
 * Remembers, during a sweep in order, when each path was last changed, by any thread of the session. A refused call
 * changed nothing; a failed one may have.
 */
export class Mutations {
  private readonly byPath = new Map<string, number>();
  private any = -1;

  see(entry: Entry): void {
    const { event } = entry;
    if (!event.mutates || event.outcome === "refused") return;
    this.any = entry.order;
    for (const path of pathsOf(entry)) this.byPath.set(path, entry.order);
  }

  /** Whether the target changed behind `since`. Without a target, any change counts: nobody knows what was asked. */
  touched(target: string | null, since: Entry): boolean {
    const last = target === null ? this.any : (this.byPath.get(target) ?? -1);
    return last > since.order;
  }
}
