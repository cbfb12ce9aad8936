import clsx from "clsx";
import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";

export type FieldTexts = {
  label: ReactNode;
  /** Below the field while there is no error. */
  hint?: ReactNode;
  /** What is wrong and how to put it right. */
  error?: ReactNode;
  /** Keeps the label for screen readers only. */
  hideLabel?: boolean;
};

/** The ids that tie a control to its texts. */
export function fieldAria(id: string, { hint, error }: Pick<FieldTexts, "hint" | "error">) {
  return {
    id,
    "aria-invalid": error ? (true as const) : undefined,
    "aria-describedby": error ? `${id}-error` : hint ? `${id}-hint` : undefined,
  };
}

export const INPUT_CLASSES =
  "w-full min-w-0 rounded-md border border-control bg-raised px-[9px] text-ink " +
  "focus-visible:border-focus focus-visible:outline-offset-0 " +
  "aria-invalid:border-danger aria-invalid:shadow-[inset_3px_0_0_var(--color-danger)] " +
  "disabled:opacity-50 max-sm:text-lg";

type FieldProps = FieldTexts & { id: string; children: ReactNode; className?: string; aside?: ReactNode };

/** Label above, control, then the hint or the error. `aside` stands at the end of the label's line. */
export function Field({ id, label, hint, error, hideLabel, aside, className, children }: FieldProps) {
  const labelElement = (
    <label htmlFor={id} className={hideLabel ? "sr-only" : "font-medium"}>
      {label}
    </label>
  );
  return (
    <div className={clsx("grid content-start gap-[5px]", className)}>
      {aside ? (
        <div className="flex items-baseline justify-between gap-2">
          {labelElement}
          <span className="text-xs">{aside}</span>
        </div>
      ) : (
        labelElement
      )}
      {children}
      <FieldMessage id={id} hint={hint} error={error} />
    </div>
  );
}

/** The line below a control. An error replaces the hint and is announced. */
export function FieldMessage({ id, hint, error }: { id: string; hint?: ReactNode; error?: ReactNode }) {
  if (error) {
    return (
      <p id={`${id}-error`} role="alert" className="flex items-start gap-[5px] text-xs text-danger">
        <CircleAlert className="mt-0.5 size-[13px]!" aria-hidden />
        <span>{error}</span>
      </p>
    );
  }
  return hint ? (
    <p id={`${id}-hint`} className="text-xs text-ink-3">
      {hint}
    </p>
  ) : null;
}
