"use client";

import type { ReactNode } from "react";
import { fieldChanges, type ShownField } from "@/server/core/decisions/field-changes";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { FieldChanges } from "./field-changes";

type Version = { version: number; author: { name: string } };

export type ConflictNoticeProps<Shown extends Version> = {
  /** What the server said. */
  message: string;
  /** The version that the person saw. */
  seen: Shown;
  onReadAgain: () => void;
  /** Offers a way on that needs the newer version. */
  actionsFor?: (newest: Shown) => ReactNode;
  /** As it is now; undefined while it is read. */
  newest: Shown | undefined;
  fieldsOf: (version: Shown) => ShownField[];
};

/** A refused change. When somebody was faster it shows what they changed; what was typed here stays. */
export function ConflictNotice<Shown extends Version>(props: ConflictNoticeProps<Shown>) {
  const { message, seen, newest, fieldsOf, onReadAgain, actionsFor } = props;
  const newer = newest !== undefined && newest.version > seen.version ? newest : null;
  return (
    <Notice
      tone={newer ? "warn" : "danger"}
      live="alert"
      action={
        <>
          {newer ? actionsFor?.(newer) : null}
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
            {newer.author.name} wrote version {newer.version}. What you typed is still here.
          </p>
          <FieldChanges
            changes={fieldChanges(fieldsOf(seen), fieldsOf(newer))}
            label={`Your version beside version ${newer.version}`}
          />
        </div>
      ) : null}
    </Notice>
  );
}
