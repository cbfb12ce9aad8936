"use client";

import { FieldChanges } from "../memory/field-changes";
import { Chip } from "../ui/chip";
import { Select } from "../ui/select";
import type { Choice, PreviewedRecord } from "./use-import";

type PreviewRecordProps = {
  record: PreviewedRecord;
  choice: Choice | undefined;
  onChoose: (choice: Choice) => void;
};

const WORDS = {
  new: { tone: "ok", word: "new" },
  changed: { tone: "info", word: "changed" },
  conflict: { tone: "warn", word: "number taken" },
  same: { tone: "neutral", word: "same" },
} as const;

/** One record of the files: what it is, what would become of it, and what else a person may choose. */
export function PreviewRecord({ record, choice, onChoose }: PreviewRecordProps) {
  const { key, ref, title, state, notes, changes, file, line } = record;
  const { tone, word } = WORDS[state];
  const isSkipped = choice === "skip";
  const moved = ref !== key && state === "conflict" && choice !== "replace";
  return (
    <li className="grid gap-2 border-b border-line py-2.5">
      <div className="flex flex-wrap items-start gap-x-3 gap-y-2">
        <div className="min-w-0 flex-1 max-sm:basis-full">
          <p className={isSkipped ? "text-ink-3 line-through" : undefined}>
            <span className="mr-2 font-mono text-xs">{moved ? `${key} → ${ref}` : ref}</span>
            <span className="[overflow-wrap:anywhere]">{title}</span>
          </p>
          <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">{`${file}, line ${line}`}</p>
        </div>
        <Chip tone={tone}>{word}</Chip>
        <Select
          hideLabel
          label={`${key}: what to do`}
          className="w-44"
          value={choice ?? (state === "conflict" ? "new" : "take")}
          options={optionsOf(state, ref)}
          onChange={(event) => onChoose(choiceOf(event.target.value))}
        />
      </div>
      {notes.map((note) => (
        <p key={note} className="text-xs text-pretty text-warn">
          {note}
        </p>
      ))}
      {changes.length > 0 ? (
        <details>
          <summary className="link cursor-pointer text-xs">{changeWords(changes)}</summary>
          <div className="pt-2">
            <FieldChanges changes={changes} label={`${ref} now beside the file`} />
          </div>
        </details>
      ) : null}
    </li>
  );
}

function changeWords(changes: PreviewedRecord["changes"]): string {
  const names = changes.map(({ name }) => name.toLowerCase()).join(", ");
  return `${changes.length === 1 ? "One field differs" : `${changes.length} fields differ`}: ${names}`;
}

function optionsOf(state: PreviewedRecord["state"], ref: string): { value: Choice; label: string }[] {
  const skip = { value: "skip", label: "Leave out" } as const;
  if (state !== "conflict")
    return [{ value: "take", label: state === "changed" ? "Write a new version" : "Import" }, skip];
  return [{ value: "new", label: `Import as ${ref}` }, { value: "replace", label: "Write over it" }, skip];
}

function choiceOf(value: string): Choice {
  return (["new", "replace", "skip", "take"] as const).find((known) => known === value) ?? "take";
}
