import clsx from "clsx";
import { type ComponentProps, type ReactNode, useId } from "react";
import { FieldMessage } from "./field";

type ChoiceProps = Omit<ComponentProps<"input">, "type" | "size"> & {
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

type RadioOption = { value: string; label: ReactNode; hint?: ReactNode; disabled?: boolean };
type RadioGroupProps = Omit<ComponentProps<"fieldset">, "onChange" | "defaultValue"> & {
  label: ReactNode;
  name: string;
  options: readonly RadioOption[];
  defaultValue?: string;
  hint?: ReactNode;
  error?: ReactNode;
  hideLabel?: boolean;
  required?: boolean;
};

/** One of a few; arrow keys move, as the browser does it. */
export function RadioGroup(props: RadioGroupProps) {
  const { label, name, options, defaultValue, hint, error, hideLabel, required, className, ...rest } = props;
  const id = useId();
  const described = error ? `${id}-error` : hint ? `${id}-hint` : undefined;
  return (
    <fieldset {...rest} className={clsx("grid min-w-0 gap-1", className)} aria-describedby={described}>
      <legend className={hideLabel ? "sr-only" : "mb-1 font-medium"}>{label}</legend>
      {options.map((option) => (
        <label key={option.value} className="flex min-h-6 items-start gap-2.5 pointer-coarse:min-h-11">
          <input
            type="radio"
            name={name}
            value={option.value}
            defaultChecked={option.value === defaultValue}
            disabled={option.disabled}
            required={required}
            className={clsx(
              BOX,
              "mt-0.5 rounded-full checked:after:size-1.5 checked:after:rounded-full checked:after:bg-on-accent",
            )}
          />
          <span className="grid">
            <span>{option.label}</span>
            {option.hint ? <span className="text-xs text-ink-3">{option.hint}</span> : null}
          </span>
        </label>
      ))}
      <FieldMessage id={id} hint={hint} error={error} />
    </fieldset>
  );
}
