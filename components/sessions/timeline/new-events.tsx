"use client";

import { ArrowDown } from "lucide-react";
import { type RefObject, useEffect, useRef, useState } from "react";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";

/** A screen reader hears of arrivals at most so often. */
const SAY_EVERY_MS = 10_000;
/** How long news are marked once they can be seen. */
const NEWS_FOR_MS = 8_000;

type NewEventsProps = {
  foot: RefObject<HTMLDivElement | null>;
  fresh: ReadonlySet<string>;
  atEnd: boolean;
  onShow: () => void;
  onSettle: (refs: ReadonlySet<string>) => void;
};

/** How many events arrived out of sight, over the lower edge of the list; takes no room of its own. */
export function NewEvents({ foot, fresh, atEnd, onShow, onSettle }: NewEventsProps) {
  useEffect(() => {
    if (!atEnd || fresh.size === 0) return;
    const timer = setTimeout(() => onSettle(fresh), NEWS_FOR_MS);
    return () => clearTimeout(timer);
  }, [atEnd, fresh, onSettle]);
  const words = `${formatExact(fresh.size)} new ${plural(fresh.size, "event")}`;
  const said = useSlowly(fresh.size === 0 ? "" : words);
  return (
    <>
      <div className="sticky bottom-3 z-10 flex h-0 justify-center max-md:bottom-[76px]">
        <span role="status" className="sr-only">
          {said}
        </span>
        {fresh.size === 0 || atEnd ? null : (
          <Button
            variant="primary"
            size="sm"
            icon={<ArrowDown aria-hidden />}
            className="-translate-y-[calc(100%+4px)] shadow-overlay"
            onClick={onShow}
          >
            {words}
          </Button>
        )}
      </div>
      <div ref={foot} aria-hidden className="h-px scroll-mb-4 max-md:scroll-mb-20" />
    </>
  );
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
