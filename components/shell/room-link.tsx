"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type RoomLinkProps = Omit<ComponentProps<typeof NextLink>, "prefetch"> & {
  /** False where a page fetched earlier would show what is not so any more. */
  ahead?: boolean;
};

/**
 * A link to a room. Its page and scripts are fetched ahead once somebody reaches for it: all rooms ahead would double
 * what each page loads.
 */
export function RoomLink({ ahead = true, ...link }: RoomLinkProps) {
  const [isReachedFor, setIsReachedFor] = useState(false);
  const reach = () => setIsReachedFor(true);
  const prefetch = ahead && isReachedFor ? null : false;
  return <NextLink prefetch={prefetch} onPointerEnter={reach} onFocus={reach} onTouchStart={reach} {...link} />;
}
