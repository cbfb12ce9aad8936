"use client";

import { Pencil, RotateCcw } from "lucide-react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { SummaryView } from "@/server/core/session-summary/views";
import { useTRPCClient } from "../api/trpc";
import { useRecordChange } from "../memory/use-record-change";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { summaryHref } from "./links";

/** What a teammate can do with a summary. Who may only read sees nothing here. */
export function SummaryActions({ base, summary }: { base: Base; summary: SummaryView }) {
  const api = useTRPCClient();
  const { isBusy, refusal, make } = useRecordChange();
  const { number, session, isEdited, mayWrite } = summary;
  if (!mayWrite) return null;
  const ref = recordRef("summary", number);
  const composeAgain = (from: number) => {
    const said = isEdited
      ? `${ref} is composed again. What was written by hand is an older version.`
      : `${ref} is as the session is now.`;
    make(
      () => api.summaries.compose.mutate({ ...base, session: from }),
      ({ isNew }) => (isNew ? said : `The session says what ${ref} says already.`),
    );
  };
  return (
    <>
      <div className="flex flex-wrap gap-2">
        <Button icon={<Pencil aria-hidden />} href={`${summaryHref(base, number)}/edit`}>
          Edit
        </Button>
        {session === null ? null : (
          <Button icon={<RotateCcw aria-hidden />} loading={isBusy} onClick={() => composeAgain(session.number)}>
            Compose again
          </Button>
        )}
      </div>
      {refusal ? (
        <Notice tone="danger" live="alert" className="mt-2 max-w-[420px]">
          {refusal}
        </Notice>
      ) : null}
    </>
  );
}
