import type { DecisionVersionView, DecisionView } from "@/server/core/decisions/views";
import { linkRecords } from "../handoffs/link-records";
import type { Base } from "../telemetry/links";
import { formatDate } from "../ui/format";
import { Markdown } from "../ui/markdown";
import { Notice } from "../ui/notice";
import { DateTold } from "./record-parts";
import { StillHolds } from "./still-holds";

type DecisionStandingProps = { base: Base; decision: DecisionView; latest: DecisionVersionView };

/** Whoever opens a record acts on it, so one that no longer holds, or only in part, says so first. */
export function DecisionStanding({ base, decision, latest }: DecisionStandingProps) {
  const { notice, due, number, may } = decision;
  return (
    <>
      {notice === null ? null : (
        <Notice tone={toneOf(latest.status)}>
          <Markdown text={linkRecords(told(notice, latest.status), base)} />
        </Notice>
      )}
      {due.length === 0 ? null : (
        <Notice
          tone="warn"
          action={may.review ? <StillHolds base={base} number={number} version={latest.version} /> : undefined}
        >
          <b>Review due.</b> {due.join(" ")}
        </Notice>
      )}
      {due.length > 0 || decision.reviewed === null ? null : (
        <p className="border-b border-line px-3.5 py-2 text-xs text-ink-3 md:px-4">
          {decision.reviewed.by} said on <DateTold iso={decision.reviewed.at} timeZone={decision.timeZone} /> that it
          still holds.
        </p>
      )}
    </>
  );
}

/** Agents are told days as files write them, people as pages do. */
const ISO_DAY = /\b\d{4}-\d{2}-\d{2}\b/g;

function told(notice: string, status: DecisionVersionView["status"]): string {
  const dated = notice.replace(ISO_DAY, (day) => formatDate(`${day}T12:00:00Z`, "UTC"));
  return status === "superseded" ? `**${dated}** Agents are no longer told this decision.` : dated;
}

function toneOf(status: DecisionVersionView["status"]): "info" | "warn" | "neutral" {
  if (status === "deprecated" || status === "accepted") return "warn";
  return status === "superseded" ? "info" : "neutral";
}
