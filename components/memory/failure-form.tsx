"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { knownEvidence } from "@/server/core/decisions/decision-input";
import { readEvidenceLines, writeEvidenceLines } from "@/server/core/decisions/evidence-lines";
import { recordRef } from "@/server/core/decisions/record-ref";
import { type FailureInput, inputOfFailure } from "@/server/core/failures/failure-input";
import { FAILURE_TYPES } from "@/server/core/failures/group-failures";
import type { FailureVersionView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Select } from "../ui/select";
import { TextArea, TextField } from "../ui/text-field";
import { wordsOf } from "./decision-fields";
import { FailureConflict } from "./failure-conflict";
import { typeWord } from "./failure-words";
import { FormFoot, FormNotices, LinesField } from "./form-parts";
import { linesOfField } from "./lines";
import { roomHref } from "./links";
import { useRecordForm } from "./use-record-form";

type FailureFormProps = {
  base: Base;
  start: FailureInput;
  /** The record that is written anew; null records a new one. */
  edited: { number: number; seen: FailureVersionView } | null;
};

/** Lists are lines of text, so that half a line is no error while it is typed. */
function fieldsOf(input: FailureInput) {
  const { affectedPaths, tags, evidence, ...texts } = input;
  const lists = { paths: affectedPaths.join("\n"), tags: tags.join(", "), evidence: writeEvidenceLines(evidence) };
  return { ...texts, ...lists };
}
type Fields = ReturnType<typeof fieldsOf>;

function inputOf({ paths, tags, evidence, ...texts }: Fields): FailureInput {
  return {
    ...texts,
    affectedPaths: linesOfField(paths),
    tags: wordsOf(tags),
    evidence: knownEvidence(readEvidenceLines(evidence)),
  };
}

/** All fields of a failure. A new one gets a number; an edited one a version, or the changes of whoever was faster. */
export function FailureForm({ base, start, edited }: FailureFormProps) {
  const trpc = useTRPC();
  const record = useMutation(trpc.failures.record.mutationOptions());
  const edit = useMutation(trpc.failures.edit.mutationOptions());
  const undo = useMutation(trpc.failures.undo.mutationOptions());
  const [status, setStatus] = useState<"active" | "resolved">("active");
  const hrefOf = (number: number) => roomHref(base, "failures", {}, number);
  const form = useRecordForm({
    start: fieldsOf(start),
    version: edited?.seen.version ?? 0,
    save: (fields, expectedVersion) =>
      edited
        ? edit.mutateAsync({ ...base, number: edited.number, expectedVersion, failure: inputOf(fields) })
        : record.mutateAsync({ ...base, failure: inputOf(fields), status }),
    hrefOf,
    saidOf: ({ number, version }) =>
      edited
        ? `${recordRef("failure", number)} is at version ${version}.`
        : `${recordRef("failure", number)} is recorded.`,
    ...(edited
      ? { undo: ({ number, version }) => undo.mutateAsync({ ...base, number, expectedVersion: version }) }
      : {}),
  });
  const { fields, set, refusal, both } = form;
  const types: readonly string[] = FAILURE_TYPES;
  return (
    <form
      aria-label={edited ? `Edit ${recordRef("failure", edited.number)}` : "New failure"}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormNotices
        refusal={refusal?.message ?? null}
        conflict={
          edited && refusal ? (
            <FailureConflict
              base={base}
              number={edited.number}
              seen={edited.seen}
              message={refusal.message}
              onReadAgain={() => window.location.reload()}
              actionsFor={(newest) => (
                <Button
                  size="sm"
                  variant="primary"
                  onClick={() => form.rebase(fieldsOf(inputOfFailure(newest)), newest.version)}
                >
                  Put mine on top of v{newest.version}
                </Button>
              )}
            />
          ) : null
        }
        rebasedOn={form.rebasedOn}
        both={both}
      />
      <div className="grid gap-4 p-3.5 md:p-4">
        <TextField
          label="Title"
          required
          maxLength={200}
          autoFocus
          placeholder="What failed, in one line"
          value={fields.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <Select
            label="Type"
            value={fields.type}
            onChange={(event) => set({ type: event.target.value })}
            options={[...types, ...(types.includes(fields.type) ? [] : [fields.type])].map((value) => ({
              value,
              label: typeWord(value),
            }))}
          />
          {edited ? null : (
            <Select
              label="State"
              value={status}
              onChange={(event) => setStatus(event.target.value === "resolved" ? "resolved" : "active")}
              options={[
                { value: "active", label: "Active: nothing put it right yet" },
                { value: "resolved", label: "Resolved" },
              ]}
            />
          )}
        </div>
        <Text label="Approach tried" name="approach" mono hint="The command or what was done." {...{ fields, set }} />
        <Text label="What it said" name="description" mono hint="The error, or what went wrong." {...{ fields, set }} />
        <Text label="Root cause" name="rootCause" {...{ fields, set }} />
        <Text
          label="Fix"
          name="fix"
          hint="Agents hear this when they are about to try the same."
          {...{ fields, set }}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <LinesField label="Paths" mono value={fields.paths} onChange={(paths) => set({ paths })} />
          <TextField
            label="Tags"
            hint="With commas between them."
            value={fields.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </div>
        <LinesField
          label="Evidence"
          mono
          hint="One a line: S-12 ctx:01a4 what it shows, DEC-009 why, commit 3f91520, an address."
          value={fields.evidence}
          onChange={(evidence) => set({ evidence })}
        />
      </div>
      <FormFoot
        saveLabel={edited ? `Save version ${form.version + 1}` : "Record failure"}
        isBusy={form.isBusy}
        isDirty={form.isDirty}
        cancelHref={edited ? hrefOf(edited.number) : roomHref(base, "failures")}
      />
    </form>
  );
}

type TextProps = {
  label: string;
  name: "approach" | "description" | "rootCause" | "fix";
  hint?: string;
  mono?: boolean;
  fields: Fields;
  set: (change: Partial<Fields>) => void;
};

function Text({ label, name, hint, mono, fields, set }: TextProps) {
  return (
    <TextArea
      {...{ label, hint, mono }}
      rows={3}
      maxLength={20_000}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}
