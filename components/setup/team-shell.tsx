"use client";

import { usePathname } from "next/navigation";
import type { ComponentProps } from "react";
import { AppShell } from "../shell/app-shell";
import type { ShellPage } from "../shell/navigation";

type TeamShellProps = Omit<ComponentProps<typeof AppShell>, "current">;

/** The frame of a team's pages. It lives longer than one page, so it reads from the address which one is open. */
export function TeamShell(props: TeamShellProps) {
  return <AppShell {...props} current={currentPage(usePathname())} />;
}

const ROOMS: readonly ShellPage[] = ["sessions", "decisions", "failures", "handoffs"];
const SETTINGS: readonly ShellPage[] = ["policy", "keys"];

/** `/team/project/sessions/12` is in the room `sessions`; `/team/project` is the overview. */
export function currentPage(pathname: string): ShellPage | "" {
  const [, second, third, fourth] = pathname.split("/").filter(Boolean);
  if (second === "settings") return third === "members" ? "members" : "";
  if (second === undefined || second === "new") return "";
  if (third === undefined) return "overview";
  if (third === "settings") return SETTINGS.find((page) => page === fourth) ?? "";
  return ROOMS.find((room) => room === third) ?? "";
}
