"use client";

import { X } from "lucide-react";
import { type FormEvent, useState } from "react";
import { Button } from "../ui/button";
import { FieldMessage } from "../ui/field";
import { TextField } from "../ui/text-field";
import { useDraft } from "./draft";
import { RemovableChip } from "./removable-chip";

/** Phrases that pin the message they stand in. */
export function PhraseList() {
  const { policy, saved, denied, change, problems } = useDraft();
  const [phrase, setPhrase] = useState("");
  const [error, setError] = useState<string>();
  const faults = problems.filter(({ field }) => field.startsWith("pinPhrases"));
  const add = (event: FormEvent) => {
    event.preventDefault();
    const clean = phrase.trim().toLowerCase();
    const fault = phraseFault(clean, policy.pinPhrases);
    setError(fault);
    if (fault) return;
    change((current) => ({ ...current, pinPhrases: [...current.pinPhrases, clean] }));
    setPhrase("");
  };
  return (
    <div className="mt-6">
      <h3 className="mb-1">Phrases that pin a message</h3>
      <p className="mb-2 text-ink-3">A message of the user with one of them is never pruned, nor what it speaks of.</p>
      <ul className="flex flex-wrap gap-1.5">
        {policy.pinPhrases.map((entry) => (
          <li key={entry}>
            <RemovableChip
              label={entry}
              isNew={!saved.pinPhrases.includes(entry)}
              denied={denied}
              onRemove={() =>
                change((current) => ({ ...current, pinPhrases: current.pinPhrases.filter((other) => other !== entry) }))
              }
              icon={<X aria-hidden />}
            />
          </li>
        ))}
      </ul>
      <FieldMessage id="policy-pinPhrases" error={faults[0]?.message} />
      {denied === null ? (
        <form onSubmit={add} className="mt-2 flex flex-wrap items-start gap-2">
          <TextField
            className="min-w-[180px] flex-1"
            label="Add a phrase"
            name="policy-phrase"
            maxLength={500}
            autoComplete="off"
            value={phrase}
            onChange={(event) => setPhrase(event.currentTarget.value)}
            error={error}
          />
          <Button type="submit" className="mt-[25px]">
            Add
          </Button>
        </form>
      ) : null}
    </div>
  );
}

const LEAST_CHARACTERS = 4;

function phraseFault(phrase: string, known: readonly string[]): string | undefined {
  if (phrase.length < LEAST_CHARACTERS) {
    return `Write at least ${LEAST_CHARACTERS} characters; a shorter phrase would pin almost every message.`;
  }
  return known.includes(phrase) ? "This phrase is in the list already." : undefined;
}
