import type { ThreadSummary } from "@/server/core/telemetry/session-views";
import { Link } from "../../ui/link";

type StartedByProps = {
  thread: ThreadSummary;
  threads: readonly ThreadSummary[];
  hrefOfEvent: (ref: string) => string;
};

/** The way back from a sub-agent's thread to the call that started it, and to the result that it gave. */
export function StartedBy({ thread, threads, hrefOfEvent }: StartedByProps) {
  const { spawnedBy } = thread;
  if (!spawnedBy) return null;
  const parent = threads.find((other) => other.key === spawnedBy.thread)?.agent ?? spawnedBy.thread;
  return (
    <p className="flex flex-wrap gap-x-3 border-b border-line px-3.5 py-2 text-xs text-ink-2 md:px-4">
      <span>
        Started by {parent} in{" "}
        <Link href={hrefOfEvent(spawnedBy.ref)} prefetch={false}>
          this call
        </Link>
      </span>
      {spawnedBy.resultRef ? (
        <span>
          Gave{" "}
          <Link href={hrefOfEvent(spawnedBy.resultRef)} prefetch={false}>
            this result
          </Link>
        </span>
      ) : (
        <span>No result has come yet.</span>
      )}
    </p>
  );
}
