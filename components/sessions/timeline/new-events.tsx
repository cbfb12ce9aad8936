"use client";

import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { isOnScreen } from "./use-end";

/** A screen reader hears of arrivals at most so often. */
const SAY_EVERY_MS = 10_000;
/** So long at the end of the list, and what stands there was seen. */
const SEEN_AFTER_MS = 300;
/** How long news are marked once they were seen. */
const NEWS_FOR_MS = 8_000;
const NONE: ReadonlySet<string> = new Set();

type NewEventsProps = {
  foot: RefObject<HTMLDivElement | null>;
  fresh: ReadonlySet<string>;
  atEnd: boolean;
  onShow: () => void;
  onSettle: (refs: ReadonlySet<string>) => void;
};

/** How many events arrived out of sight, over the lower edge of the list; takes no room of its own. */
export function NewEvents({ foot, fresh, atEnd, onShow, onSettle }: NewEventsProps) {
  const unseen = useUnseen({ foot, fresh, atEnd, onSettle });
  // A screen reader hears of what arrives at the end as well.
  const said = useSlowly(fresh.size === 0 ? "" : wordsOf(fresh.size));
  return (
    <>
      <div className="sticky bottom-3 z-10 flex h-0 justify-center max-md:bottom-[76px]">
        <span role="status" className="sr-only">
          {said}
        </span>
        {unseen === 0 || atEnd ? null : (
          <Button
            variant="primary"
            size="sm"
            icon={<ArrowDown aria-hidden />}
            className="-translate-y-[calc(100%+4px)] shadow-overlay"
            onClick={onShow}
          >
            {wordsOf(unseen)}
          </Button>
        )}
      </div>
      <div ref={foot} aria-hidden className="h-px scroll-mb-4 max-md:scroll-mb-20" />
    </>
  );
}

function wordsOf(count: number): string {
  return `${formatExact(count)} new ${plural(count, "event")}`;
}

/**
 * How many news were not at the end of the list while the reader was there. Those that were settle after a while, each
 * at its own time: an agent that never rests would otherwise keep all of them new.
 */
function useUnseen({ foot, fresh, atEnd, onSettle }: Omit<NewEventsProps, "onShow">): number {
  const [seen, setSeen] = useState(NONE);
  const unseen = [...fresh].filter((ref) => !seen.has(ref)).length;
  const hasUnseen = unseen > 0;
  const current = useRef(fresh);
  current.current = fresh;
  useEffect(() => {
    if (!atEnd || !hasUnseen) return;
    const timer = setTimeout(() => {
      // What arrived may have moved the end off the screen, which the observer of a busy page tells later.
      if (!isOnScreen(foot.current)) return;
      const now = current.current;
      setSeen(now);
      // Not cleared: it runs out by itself, also when the reader leaves the end meanwhile.
      setTimeout(() => onSettle(now), NEWS_FOR_MS);
    }, SEEN_AFTER_MS);
    return () => clearTimeout(timer);
  }, [atEnd, hasUnseen, onSettle, foot]);
  return unseen;
}

/** The newest value, changing at most every ten seconds. */
function useSlowly(value: string): string {
  const [shown, setShown] = useState("");
  const changedAtMs = useRef(0);
  useEffect(() => {
    if (value === shown) return;
    const timer = setTimeout(
      () => {
        changedAtMs.current = Date.now();
        setShown(value);
      },
      Math.max(0, changedAtMs.current + SAY_EVERY_MS - Date.now()),
    );
    return () => clearTimeout(timer);
  }, [value, shown]);
  return shown;
}
