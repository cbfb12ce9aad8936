"use client";

import clsx from "clsx";
import { ChevronDown } from "lucide-react";
import { type ComponentProps, useId } from "react";
import { settleEarly } from "./early-input";
import { Field, type FieldTexts, fieldAria, INPUT_CLASSES } from "./field";

type Option = { value: string; label: string; disabled?: boolean };
type SelectProps = FieldTexts & Omit<ComponentProps<"select">, "children" | "ref"> & { options: readonly Option[] };

/** The browser's own select: it works in a plain form, by keyboard and on a phone. */
export function Select({ label, hint, error, hideLabel, options, id, className, ...select }: SelectProps) {
  const generated = useId();
  const fieldId = id ?? generated;
  const texts = { label, hint, error, hideLabel };
  return (
    <Field id={fieldId} {...texts} className={className}>
      <div className="relative">
        <select
          {...select}
          ref={settleEarly}
          {...fieldAria(fieldId, texts)}
          className={clsx(INPUT_CLASSES, "h-control appearance-none truncate pr-7")}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.disabled}>
              {option.label}
            </option>
          ))}
        </select>
        <ChevronDown className="pointer-events-none absolute top-1/2 right-2 -translate-y-1/2 text-ink-3" aria-hidden />
      </div>
    </Field>
  );
}
