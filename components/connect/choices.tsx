import clsx from "clsx";
import { type ReactNode, useId } from "react";
import { settleEarly } from "../ui/early-input";

type Option<Value> = { value: Value; label: ReactNode };
type ChoicesProps<Value extends string> = {
  label: string;
  options: readonly Option<Value>[];
  value: Value;
  onChange: (value: Value) => void;
};

const CHIP =
  "flex h-control cursor-pointer items-center gap-[7px] rounded-md border border-line-strong bg-raised px-2.5 text-ink-2 " +
  "hover:bg-hover hover:text-ink pointer-coarse:h-11 " +
  "has-checked:border-accent has-checked:bg-selected has-checked:font-medium has-checked:text-ink " +
  "has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-focus";

/** One of a few, all in view: the browser's own radio buttons, so that arrow keys work as everywhere. */
export function Choices<Value extends string>({ label, options, value, onChange }: ChoicesProps<Value>) {
  const name = useId();
  return (
    <fieldset className="min-w-0">
      <legend className="sr-only">{label}</legend>
      <div className="flex flex-wrap gap-1.5">
        {options.map((option) => (
          <label key={option.value} className={clsx("relative", CHIP)}>
            <input
              ref={settleEarly}
              type="radio"
              name={name}
              value={option.value}
              checked={option.value === value}
              onChange={() => onChange(option.value)}
              className="sr-only"
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
