"use client";

import type { ReactNode } from "react";
import type { FieldChange } from "@/server/core/decisions/field-changes";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { FieldChanges } from "./field-changes";

type ConflictNoticeProps = {
  /** What the server said. */
  message: string;
  /** Who wrote the newer version, and what it changed; null while it is read, or when nobody was faster. */
  newer: { version: number; author: string; changes: readonly FieldChange[] } | null;
  onReadAgain: () => void;
  /** More ways on, before "Read again". */
  actions?: ReactNode;
};

/** A refused change. When somebody was faster it shows what they changed; what was typed here stays. */
export function ConflictNotice({ message, newer, onReadAgain, actions }: ConflictNoticeProps) {
  return (
    <Notice
      tone={newer ? "warn" : "danger"}
      live="alert"
      action={
        <>
          {actions}
          <Button size="sm" onClick={onReadAgain}>
            Read again
          </Button>
        </>
      }
    >
      <p>{message}</p>
      {newer ? (
        <div className="mt-2 grid gap-2">
          <p className="text-ink-2">
            {newer.author} wrote version {newer.version}. What you typed is still here.
          </p>
          <FieldChanges changes={newer.changes} label={`Your version beside version ${newer.version}`} />
        </div>
      ) : null}
    </Notice>
  );
}
