"use client";

import { useQuery } from "@tanstack/react-query";
import clsx from "clsx";
import { useTRPC } from "../api/trpc";
import { Kbd } from "../ui/chip";
import { formatPercent, formatTokens } from "../ui/format";
import { Progress } from "../ui/progress";
import { baseOf, type Place } from "./place";

/** How full the window of the open session is, and the keys. */
export function PaletteFooter({ place }: { place: Place }) {
  return (
    <div
      className={clsx(
        "flex min-h-11 items-center gap-3.5 border-t border-line bg-sunken px-3.5 py-2 text-xs text-ink-2",
        // A phone has no keys to name.
        place.session === null && "max-md:hidden",
      )}
    >
      <div className="min-w-0 flex-1">{place.session === null ? null : <CurrentWindow place={place} />}</div>
      <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>↑</Kbd> <Kbd>↓</Kbd> move
      </span>
      <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>Enter</Kbd> open
      </span>
      <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>Ctrl</Kbd> <Kbd>Enter</Kbd> new tab
      </span>
    </div>
  );
}

function CurrentWindow({ place }: { place: Place }) {
  const trpc = useTRPC();
  const base = baseOf(place) ?? { team: "", project: "" };
  const number = place.session ?? 0;
  const status = useQuery(trpc.budget.status.queryOptions({ ...base, number }, { enabled: number > 0 }));
  if (status.isError) return null;
  if (!status.data) return <span className="skeleton block h-2.5 w-[180px]" />;
  const { usage, window: size } = status.data;
  const reclaimable = usage.reclaimableTokens > 0 ? `, ${formatTokens(usage.reclaimableTokens)} of it could go` : "";
  return (
    <div className="grid max-w-[230px] gap-1">
      {size.tokens === null || usage.share === null ? (
        <span>
          S-{number} holds {formatTokens(usage.tokens)} tokens; the size of its window is unknown{reclaimable}
        </span>
      ) : (
        <>
          <Progress label={`Window of S-${number}`} value={usage.tokens} max={size.tokens} />
          <span className="truncate">
            S-{number} is {formatPercent(usage.share)} full{reclaimable}
          </span>
        </>
      )}
    </div>
  );
}
