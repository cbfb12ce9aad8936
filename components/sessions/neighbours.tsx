"use client";

import { ChevronLeft, ChevronRight } from "lucide-react";
import { useRouter } from "next/navigation";
import { useShortcuts } from "../shell/shortcuts/registry";
import { IconButton } from "../ui/button";

export type Neighbour = { number: number; href: string } | null;

type NeighboursProps = {
  previous: Neighbour;
  next: Neighbour;
  /** Where the order comes from: "in your list", "by number". */
  order: string;
};

/** The sessions before and after this one, by button and by `[` and `]`. */
export function Neighbours({ previous, next, order }: NeighboursProps) {
  const router = useRouter();
  const go = (neighbour: Neighbour) => () => (neighbour ? router.push(neighbour.href) : false);
  useShortcuts([
    { keys: "[", label: "Previous session of the list", group: "Session", run: go(previous) },
    { keys: "]", label: "Next session of the list", group: "Session", run: go(next) },
  ]);
  return (
    <>
      <IconButton
        label={previous ? `Previous session ${order}, S-${previous.number} ([)` : "Previous session"}
        icon={<ChevronLeft aria-hidden />}
        variant="secondary"
        href={previous?.href}
        disabledReason={previous ? null : `This is the first session ${order}`}
      />
      <IconButton
        label={next ? `Next session ${order}, S-${next.number} (])` : "Next session"}
        icon={<ChevronRight aria-hidden />}
        variant="secondary"
        href={next?.href}
        disabledReason={next ? null : `This is the last session ${order}`}
      />
    </>
  );
}
