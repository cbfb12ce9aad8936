"use client";

import { createContext, type ReactNode, useContext, useMemo } from "react";
import { shortener } from "@/server/core/events/short-path";
import type { Capability } from "@/server/core/telemetry/session-views";
import type { Base } from "../telemetry/links";
import type { SessionPlace } from "./timeline/use-timeline-rows";

type SessionFacts = {
  base: Base;
  number: number;
  timeZone: string;
  /** The server's clock when the page was made. */
  nowIso: string;
  capability: Capability;
  client: string;
  /** The session's folder, which labels leave out. */
  cwd: string | null;
  /** Why this person may not change what the model sees; null for who may. */
  denied: string | null;
};

export type SessionScope = Omit<SessionFacts, "cwd"> & {
  place: SessionPlace;
  /** Paths inside the session's folder, relative to it. */
  short: (text: string) => string;
};

const ScopeContext = createContext<SessionScope | null>(null);

/** The session of this page, for everything on it that reads more or changes something. */
export function useSessionScope(): SessionScope {
  const scope = useContext(ScopeContext);
  if (!scope) throw new Error("useSessionScope needs a SessionScopeProvider above it; the session screen has one.");
  return scope;
}

export function SessionScopeProvider({ children, ...facts }: SessionFacts & { children: ReactNode }) {
  const { base, number, timeZone, nowIso, capability, client, cwd, denied } = facts;
  const { team, project } = base;
  const scope = useMemo(
    () => ({
      base: { team, project },
      place: { team, project, number },
      short: shortener(cwd),
      number,
      timeZone,
      nowIso,
      capability,
      client,
      denied,
    }),
    [team, project, number, timeZone, nowIso, capability, client, cwd, denied],
  );
  return <ScopeContext.Provider value={scope}>{children}</ScopeContext.Provider>;
}
