"use client";

import clsx from "clsx";
import { type NumberField as Field, numberField } from "@/server/core/policy/fields";
import { numberAt } from "@/server/core/policy/numbers";
import { shownDigits, unitWord } from "@/server/core/policy/words";
import { settleEarly } from "../ui/early-input";
import { FieldMessage, fieldAria, INPUT_CLASSES } from "../ui/field";
import { fieldId, useDraft } from "./draft";
import { ChangedMark } from "./parts";

/** One number of the policy with its words; nothing while the part that it belongs to is off. */
export function NumberField({ path }: { path: string }) {
  const { policy, problemOf } = useDraft();
  const field = numberField(path);
  const value = numberAt(policy, path);
  if (!field || value === null) return null;
  const id = fieldId(path);
  return (
    <div className="grid content-start gap-[5px]">
      <label htmlFor={id} className="font-medium">
        {field.label}
      </label>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="w-[104px]">
          <NumberInput field={field} />
        </span>
        <span className="text-ink-2">{unitWord(field.unit, value)}</span>
        <ChangedMark path={path} />
      </div>
      <FieldMessage id={id} hint={field.hint} error={problemOf(path)} />
    </div>
  );
}

type NumberInputProps = {
  field: Field;
  /** For a cell of a table, where no label stands beside it. */
  label?: string;
  placeholder?: string;
};

/** The bare input. It takes what people write ("45,000", "40 %") and shows the number in full once it is left. */
export function NumberInput({ field, label, placeholder }: NumberInputProps) {
  const { policy, typed, denied, type, settle, problemOf, changeOf } = useDraft();
  const { path, unit, hint } = field;
  const value = numberAt(policy, path);
  const shown = typed[path] ?? (value === null ? "" : shownDigits(unit, value));
  const error = problemOf(path);
  return (
    <input
      ref={settleEarly}
      {...fieldAria(fieldId(path), { error, hint: label ? undefined : hint })}
      aria-label={label}
      title={label ? (error ?? label) : undefined}
      inputMode="decimal"
      autoComplete="off"
      value={shown}
      placeholder={placeholder}
      readOnly={denied !== null}
      onChange={(event) => type(path, event.currentTarget.value)}
      onBlur={() => settle(path)}
      className={clsx(INPUT_CLASSES, "h-control text-right read-only:bg-sunken", changeOf(path) && "border-info")}
    />
  );
}
