"use client";

import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { useCopy } from "../ui/use-copy";

/** Copies the page's address with its filters spelled out, so that it means the same tomorrow. */
export function CopyLink({ href, icon }: { href: string; icon: ReactNode }) {
  const { state, copy } = useCopy();
  return (
    <Button collapse icon={icon} onClick={() => void copy(new URL(href, window.location.origin).toString())}>
      {state === "copied" ? "Copied" : state === "failed" ? "Copy it from the address bar" : "Copy link"}
    </Button>
  );
}
