"use client";

import { type ReactNode, useEffect, useRef } from "react";
import { type Base, projectHref } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { TextArea } from "../ui/text-field";
import { useLeaveWarning } from "../ui/use-leave-warning";

/** What the forms of decisions and failures share. */

type FormPageProps = {
  base: Base;
  names: { team: string; project: string };
  title: string;
  room: { label: string; href: string };
  children: ReactNode;
};

export function FormPage({ base, names, title, room, children }: FormPageProps) {
  return (
    <>
      <PageHead
        title={title}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
          room,
        ]}
      />
      <Sheet className="max-w-[860px]">{children}</Sheet>
    </>
  );
}

type FormNoticesProps = {
  refusal: string | null;
  /** The refusal of an edit, with what somebody else changed; null for a new record. */
  conflict: ReactNode | null;
  /** The version that the form is written on, when it was put on top of a newer one. */
  rebasedOn: number | null;
  both: readonly PropertyKey[];
};

/** What stands between the reader and saving, and what became of two edits at once. */
export function FormNotices({ refusal, conflict, rebasedOn, both }: FormNoticesProps) {
  const place = useRef<HTMLDivElement>(null);
  // The button that was pressed stays at the foot of a long form; what stands in its way is told at the head.
  useEffect(() => {
    if (refusal !== null) place.current?.scrollIntoView({ block: "nearest" });
  }, [refusal]);
  return (
    <div ref={place} className="scroll-mt-24">
      {refusal === null
        ? null
        : (conflict ?? (
            <Notice tone="danger" live="alert">
              {refusal}
            </Notice>
          ))}
      {rebasedOn === null ? null : (
        <Notice tone="warn" live="status">
          This is now written on top of version {rebasedOn}.{" "}
          {both.length === 0
            ? "You changed other fields, so both changes are in it."
            : `Both of you changed: ${both.map(String).join(", ")}. The form holds yours.`}
        </Notice>
      )}
    </div>
  );
}

type LinesFieldProps = {
  label: string;
  hint?: string;
  value: string;
  onChange: (value: string) => void;
  rows?: number;
  mono?: boolean;
  error?: string | null;
};

/** Several values, one a line. */
export function LinesField({ label, hint = "One a line.", value, onChange, rows = 2, mono, error }: LinesFieldProps) {
  return <TextArea {...{ label, hint, value, rows, mono, error }} onChange={(event) => onChange(event.target.value)} />;
}

type FormFootProps = { saveLabel: string; isBusy: boolean; cancelHref: string; isDirty: boolean };

export function FormFoot({ saveLabel, isBusy, cancelHref, isDirty }: FormFootProps) {
  useLeaveWarning(isDirty);
  return (
    <div className="sticky bottom-0 flex gap-2 border-t border-line bg-sunken px-3.5 py-3 max-md:bottom-14 md:px-4">
      <Button type="submit" variant="primary" loading={isBusy}>
        {saveLabel}
      </Button>
      <Button variant="ghost" href={cancelHref} discards>
        Cancel
      </Button>
    </div>
  );
}
