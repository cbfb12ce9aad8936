"use client";

import type { RuleKind } from "@/server/core/rules/statuses";
import { useTRPC } from "../api/trpc";

/** The procedures of a kind; both kinds have the same. */
export function useRuleRoom(kind: RuleKind) {
  const { constraints, preferences } = useTRPC();
  return kind === "constraint" ? constraints : preferences;
}
