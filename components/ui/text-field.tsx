"use client";

import clsx from "clsx";
import { type ComponentProps, type ReactNode, type RefObject, useId } from "react";
import { settleEarly, useEarlyRef } from "./early-input";
import { Field, type FieldTexts, fieldAria, INPUT_CLASSES } from "./field";

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<"input">, "size" | "ref"> & {
    ref?: RefObject<HTMLInputElement | null>;
    /** At the end of the label's line, such as a link. */
    aside?: ReactNode;
    /** A picture inside the field, before the text. */
    icon?: ReactNode;
    /** Inside the field, at its end: a key, a unit. */
    suffix?: ReactNode;
    mono?: boolean;
    size?: "md" | "lg";
  };

/** One line of text. Uncontrolled by default, so that it works in a plain form. */
export function TextField(props: TextFieldProps) {
  const { label, hint, error, hideLabel, aside, icon, suffix, mono, size = "md", id, className, ref, ...input } = props;
  const generated = useId();
  const fieldId = id ?? generated;
  const texts = { label, hint, error, hideLabel };
  return (
    <Field id={fieldId} {...texts} aside={aside} className={className}>
      <div className="relative">
        {icon ? <span className="absolute inset-y-0 left-2 grid place-items-center text-ink-3">{icon}</span> : null}
        <input
          {...input}
          ref={useEarlyRef(ref)}
          {...fieldAria(fieldId, texts)}
          className={clsx(
            INPUT_CLASSES,
            size === "lg" ? "h-[38px] pointer-coarse:h-11" : "h-control",
            mono && "font-mono",
            Boolean(icon) && "pl-[30px]",
            Boolean(suffix) && "pr-12",
          )}
        />
        {suffix ? (
          <span className="absolute inset-y-0 right-2 grid place-items-center text-ink-3">{suffix}</span>
        ) : null}
      </div>
    </Field>
  );
}

type TextAreaProps = FieldTexts & Omit<ComponentProps<"textarea">, "ref"> & { aside?: ReactNode; mono?: boolean };

/** Several lines; grows by hand, vertically. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, hideLabel, aside, mono, id, className, rows = 4, ...area } = props;
  const generated = useId();
  const fieldId = id ?? generated;
  const texts = { label, hint, error, hideLabel };
  return (
    <Field id={fieldId} {...texts} aside={aside} className={className}>
      <textarea
        {...area}
        ref={settleEarly}
        {...fieldAria(fieldId, texts)}
        rows={rows}
        className={clsx(INPUT_CLASSES, "resize-y py-[7px] leading-normal", mono && "font-mono")}
      />
    </Field>
  );
}
