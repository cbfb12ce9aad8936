import { pathsOf } from "./paths-of";
import type { Entry } from "./timeline";

/** A refused call changed nothing, and only its result knows that it was refused; a failed one may have changed things. */
export function changesFiles({ event, partner }: Entry): boolean {
  return event.mutates && (event.outcome ?? partner?.event.outcome) !== "refused";
}

/**
 * Remembers, during a sweep in order, when each path was last changed, by any thread of the session.
 */
export class Mutations {
  private readonly byPath = new Map<string, number>();
  private any = -1;

  see(entry: Entry): void {
    if (!changesFiles(entry)) return;
    this.any = entry.order;
    for (const path of pathsOf(entry)) this.byPath.set(path, entry.order);
  }

  /** Whether the target changed behind `since`. Without a target, any change counts: nobody knows what was asked. */
  touched(target: string | null, since: Entry): boolean {
    const last = target === null ? this.any : (this.byPath.get(target) ?? -1);
    return last > since.order;
  }
}
