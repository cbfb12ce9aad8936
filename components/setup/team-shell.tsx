"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { openSession } from "../palette/place";
import { AppShell } from "../shell/app-shell";
import { currentPage } from "../shell/navigation";

type TeamShellProps = Omit<ComponentProps<typeof AppShell>, "current" | "session">;

/** The frame of a team's pages. It lives longer than one page, so it reads from the address which one is open. */
export function TeamShell(props: TeamShellProps) {
  const pathname = usePathname();
  return <AppShell {...props} current={currentPage(pathname)} session={openSession(pathname)} />;
}
