"use client";

import { CHOICE_FIELDS, type PolicySwitch, SWITCHES } from "@/server/core/policy/fields";
import { choiceAt, isSwitchedOn, withChoice, withSwitch } from "@/server/core/policy/numbers";
import { Switch } from "../ui/choice";
import { Select } from "../ui/select";
import { fieldId, useDraft } from "./draft";
import { ChangedMark } from "./parts";

/** A setting that is a choice between words. */
export function ChoiceField({ path }: { path: string }) {
  const { policy, denied, change } = useDraft();
  const field = CHOICE_FIELDS.find((candidate) => candidate.path === path);
  if (!field) return null;
  const chosen = choiceAt(policy, path);
  return (
    <div className="grid content-start gap-1">
      <Select
        id={fieldId(path)}
        label={field.label}
        hint={field.hint}
        value={String(chosen)}
        disabled={denied !== null}
        onChange={(event) => {
          const word = event.currentTarget.value;
          const option = field.options.find(({ value }) => String(value) === word);
          if (option) change((current) => withChoice(current, field, option.value));
        }}
        options={field.options.map(({ value, word }) => ({ value: String(value), label: word }))}
      />
      <ChangedMark path={path} className="justify-self-start" />
    </div>
  );
}

/** A part of the policy that may be off as a whole. */
export function PartSwitch({ path, hint }: { path: PolicySwitch; hint: string }) {
  const { policy, denied, change } = useDraft();
  const label = SWITCHES.find((part) => part.path === path)?.label ?? path;
  return (
    <div className="flex flex-wrap items-start gap-x-3 gap-y-1">
      <Switch
        label={label}
        hint={hint}
        checked={isSwitchedOn(policy, path)}
        disabled={denied !== null}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          change((current) => withSwitch(current, path, isOn));
        }}
      />
      <ChangedMark path={path} className="mt-1" />
    </div>
  );
}
