"use client";

import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { settleEarly } from "./early-input";
import { FieldMessage } from "./field";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "size" | "ref"> & {
  label: ReactNode;
  hint?: ReactNode;
  error?: ReactNode;
};

const BOX =
  "appearance-none shrink-0 size-4 pointer-coarse:size-[22px] grid place-items-center border-[1.5px] border-control bg-raised " +
  "checked:border-accent checked:bg-accent disabled:opacity-50 forced-colors:appearance-auto";

/** A box with its words beside it; the whole line is the target. */
export function Checkbox({ label, hint, error, id, className, ...input }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} error={error} id={id} className={className}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          ref={settleEarly}
          type="checkbox"
          className={clsx(
            BOX,
            "rounded-sm after:hidden checked:after:block",
            "after:h-1 after:w-2 after:-translate-y-px after:-rotate-45 after:border-b-2 after:border-l-2 after:border-on-accent",
          )}
        />
      )}
    </Choice>
  );
}

/** On or off, at once. In a form it sends like a checkbox. */
export function Switch({ label, hint, error, id, className, ...input }: ChoiceProps) {
  return (
    <Choice label={label} hint={hint} error={error} id={id} className={className}>
      {(ids) => (
        <input
          {...input}
          {...ids}
          ref={settleEarly}
          type="checkbox"
          // biome-ignore lint/a11y/useAriaPropsForRole: a checkbox's own state is the switch's state (ARIA in HTML).
          role="switch"
          className={clsx(
            "relative h-[18px] w-[30px] shrink-0 appearance-none rounded-full border border-control bg-sunken",
            "checked:border-accent checked:bg-accent disabled:opacity-50 forced-colors:appearance-auto",
            "after:absolute after:top-0.5 after:left-0.5 after:size-3 after:rounded-full after:bg-ink-3 after:transition-[translate]",
            "checked:after:translate-x-3 checked:after:bg-on-accent",
          )}
        />
      )}
    </Choice>
  );
}

type Ids = { id: string; "aria-describedby"?: string; "aria-invalid"?: true };

function Choice(props: Omit<ChoiceProps, "children"> & { children: (ids: Ids) => ReactNode }) {
  const { label, hint, error, id, className, children } = props;
  const generated = useId();
  const fieldId = id ?? generated;
  const described = error ? `${fieldId}-error` : hint ? `${fieldId}-hint` : undefined;
  return (
    <div className={clsx("grid gap-0.5", className)}>
      <label htmlFor={fieldId} className="flex min-h-6 items-center gap-2.5 pointer-coarse:min-h-11">
        {children({ id: fieldId, "aria-describedby": described, "aria-invalid": error ? true : undefined })}
        <span>{label}</span>
      </label>
      <div className="pl-[26px]">
        <FieldMessage id={fieldId} hint={hint} error={error} />
      </div>
    </div>
  );
}
