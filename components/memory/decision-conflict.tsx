"use client";

import { useQuery } from "@tanstack/react-query";
import { decisionFields } from "@/server/core/decisions/shown-fields";
import type { DecisionVersionView } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { ConflictNotice, type ConflictNoticeProps } from "./conflict-notice";

type DecisionConflictProps = { base: Base; number: number } & Omit<
  ConflictNoticeProps<DecisionVersionView>,
  "newest" | "fieldsOf"
>;

/** A refused change of a decision, with what somebody else changed meanwhile. */
export function DecisionConflict({ base, number, ...refused }: DecisionConflictProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.decisions.get.queryOptions({ ...base, number }), staleTime: 0, gcTime: 0 });
  return <ConflictNotice {...refused} newest={data?.versions[0]} fieldsOf={decisionFields} />;
}
