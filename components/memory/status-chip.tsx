import { Archive, Bell, Check, CircleDashed, Clock, TriangleAlert, X } from "lucide-react";
import type { ReactNode } from "react";
import type { DecisionStatus } from "@/server/core/decisions/transitions";
import type { FailureStatus } from "@/server/core/failures/next-status";
import { severityOf } from "@/server/core/failures/severity";
import { Chip } from "../ui/chip";

type Look = { tone: "neutral" | "ok" | "warn" | "danger" | "info"; icon: ReactNode; word: string };

const DECISION: Readonly<Record<DecisionStatus, Look>> = {
  draft: { tone: "neutral", icon: <CircleDashed aria-hidden />, word: "Draft" },
  proposed: { tone: "info", icon: <Clock aria-hidden />, word: "Proposed" },
  accepted: { tone: "ok", icon: <Check aria-hidden />, word: "Accepted" },
  rejected: { tone: "danger", icon: <X aria-hidden />, word: "Rejected" },
  deprecated: { tone: "warn", icon: <Archive aria-hidden />, word: "Deprecated" },
  superseded: { tone: "neutral", icon: <Archive aria-hidden />, word: "Superseded" },
};

export function statusWord(status: DecisionStatus): string {
  return DECISION[status].word;
}

export function DecisionChip({ status }: { status: DecisionStatus }) {
  const { tone, icon, word } = DECISION[status];
  return (
    <Chip tone={tone} icon={icon}>
      {word}
    </Chip>
  );
}

/** An open failure is as loud as it is frequent. */
export function FailureChip({ status, occurrences }: { status: FailureStatus; occurrences: number }) {
  if (status === "resolved") {
    return (
      <Chip tone="ok" icon={<Check aria-hidden />}>
        Resolved
      </Chip>
    );
  }
  const severity = severityOf(occurrences);
  if (severity === "once") return <Chip>Seen once</Chip>;
  return severity === "warn" ? (
    <Chip tone="warn" icon={<TriangleAlert aria-hidden />}>
      Warning
    </Chip>
  ) : (
    <Chip tone="danger" icon={<Bell aria-hidden />}>
      Escalated
    </Chip>
  );
}
