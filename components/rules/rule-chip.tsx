import { Archive, Check, Clock } from "lucide-react";
import type { RuleStatus } from "@/server/core/rules/statuses";
import { Chip } from "../ui/chip";
import { RULE_STATUS_WORDS } from "./rule-words";

const LOOK = {
  active: { tone: "ok", icon: <Check aria-hidden /> },
  proposed: { tone: "info", icon: <Clock aria-hidden /> },
  retired: { tone: "neutral", icon: <Archive aria-hidden /> },
} as const;

export function RuleChip({ status }: { status: RuleStatus }) {
  return <Chip {...LOOK[status]}>{RULE_STATUS_WORDS[status]}</Chip>;
}
