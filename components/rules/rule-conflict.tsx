"use client";

import { useQuery } from "@tanstack/react-query";
import { ruleFields } from "@/server/core/rules/shown-fields";
import type { RuleKind } from "@/server/core/rules/statuses";
import type { RuleVersionView } from "@/server/core/rules/views";
import { ConflictNotice, type ConflictNoticeProps } from "../memory/conflict-notice";
import type { Base } from "../telemetry/links";
import { useRuleRoom } from "./use-rule-room";

type RuleConflictProps = { base: Base; kind: RuleKind; number: number } & Omit<
  ConflictNoticeProps<RuleVersionView>,
  "newest" | "fieldsOf"
>;

/** A refused change of a rule, with what somebody else changed meanwhile. */
export function RuleConflict({ base, kind, number, ...refused }: RuleConflictProps) {
  const { get } = useRuleRoom(kind);
  const { data } = useQuery({ ...get.queryOptions({ ...base, number }), staleTime: 0, gcTime: 0 });
  return <ConflictNotice {...refused} newest={data?.versions[0]} fieldsOf={ruleFields} />;
}
