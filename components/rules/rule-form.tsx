"use client";

import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { knownEvidence } from "@/server/core/decisions/decision-input";
import { readEvidenceLines, writeEvidenceLines } from "@/server/core/decisions/evidence-lines";
import { recordRef } from "@/server/core/decisions/record-ref";
import { inputOfRule, type RuleInput } from "@/server/core/rules/rule-input";
import type { RuleKind } from "@/server/core/rules/statuses";
import type { RuleVersionView } from "@/server/core/rules/views";
import { wordsOf } from "../memory/decision-fields";
import { FormFoot, FormNotices, LinesField } from "../memory/form-parts";
import { linesOfField } from "../memory/lines";
import { roomHref } from "../memory/links";
import { useRecordForm } from "../memory/use-record-form";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Select } from "../ui/select";
import { TextArea, TextField } from "../ui/text-field";
import { RuleConflict } from "./rule-conflict";
import { KIND_WORDS } from "./rule-words";
import { useRuleRoom } from "./use-rule-room";

type RuleFormProps = {
  base: Base;
  kind: RuleKind;
  start: RuleInput;
  /** The record that is written anew; null records a new one. */
  edited: { number: number; seen: RuleVersionView } | null;
};

/** Lists are lines of text, so that half a line is no error while it is typed. */
function fieldsOf({ affectedPaths, tags, evidence, ...texts }: RuleInput) {
  return { ...texts, paths: affectedPaths.join("\n"), tags: tags.join(", "), evidence: writeEvidenceLines(evidence) };
}
type Fields = ReturnType<typeof fieldsOf>;

function inputOf({ paths, tags, evidence, ...texts }: Fields): RuleInput {
  return {
    ...texts,
    affectedPaths: linesOfField(paths),
    tags: wordsOf(tags),
    evidence: knownEvidence(readEvidenceLines(evidence)),
  };
}

/** All fields of a rule. A new one gets a number; an edited one a version, or the changes of whoever was faster. */
export function RuleForm({ base, kind, start, edited }: RuleFormProps) {
  const words = KIND_WORDS[kind];
  const room = useRuleRoom(kind);
  const record = useMutation(room.record.mutationOptions());
  const edit = useMutation(room.edit.mutationOptions());
  const undo = useMutation(room.undo.mutationOptions());
  const [status, setStatus] = useState<"active" | "proposed">("active");
  const hrefOf = (number: number) => roomHref(base, words.room, {}, number);
  const form = useRecordForm({
    start: fieldsOf(start),
    version: edited?.seen.version ?? 0,
    save: (fields, expectedVersion) =>
      edited
        ? edit.mutateAsync({ ...base, number: edited.number, expectedVersion, rule: inputOf(fields) })
        : record.mutateAsync({ ...base, rule: inputOf(fields), status }),
    hrefOf,
    saidOf: ({ number, version }) =>
      edited ? `${recordRef(kind, number)} is at version ${version}.` : `${recordRef(kind, number)} is recorded.`,
    ...(edited
      ? { undo: ({ number, version }) => undo.mutateAsync({ ...base, number, expectedVersion: version }) }
      : {}),
  });
  const { fields, set, refusal } = form;
  return (
    <form
      aria-label={edited ? `Edit ${recordRef(kind, edited.number)}` : words.newLabel}
      onSubmit={(event) => {
        event.preventDefault();
        form.submit();
      }}
    >
      <FormNotices
        refusal={refusal?.message ?? null}
        conflict={
          edited && refusal ? (
            <RuleConflict
              {...{ base, kind }}
              number={edited.number}
              seen={edited.seen}
              message={refusal.message}
              onReadAgain={() => window.location.reload()}
              actionsFor={(newest) => (
                <Button
                  size="sm"
                  variant="primary"
                  onClick={() => form.rebase(fieldsOf(inputOfRule(newest)), newest.version)}
                >
                  Put mine on top of v{newest.version}
                </Button>
              )}
            />
          ) : null
        }
        rebasedOn={form.rebasedOn}
        both={form.both}
      />
      <div className="grid gap-4 p-3.5 md:p-4">
        <TextField
          label="Title"
          required
          maxLength={200}
          autoFocus
          placeholder={kind === "constraint" ? "What must not happen, in one line" : "How it is wanted, in one line"}
          value={fields.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <TextArea
          label="Rule"
          name="text"
          rows={3}
          hint="What agents are told beside the title. Leave it out when the title says it all."
          value={fields.text}
          onChange={(event) => set({ text: event.target.value })}
        />
        {kind === "constraint" ? <ConstraintFields {...{ fields, set }} /> : null}
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Tags"
            hint="With commas between them."
            value={fields.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
          {edited ? null : (
            <Select
              label="Status"
              value={status}
              onChange={(event) => setStatus(event.target.value === "proposed" ? "proposed" : "active")}
              options={[
                { value: "active", label: "Active: agents are told it" },
                { value: "proposed", label: "Proposed: somebody accepts it first" },
              ]}
            />
          )}
        </div>
        <LinesField
          label="Evidence"
          mono
          hint="One a line: S-12 ctx:01a4 what was said, DEC-009 why, commit 3f91520, an address."
          value={fields.evidence}
          onChange={(evidence) => set({ evidence })}
        />
      </div>
      <FormFoot
        saveLabel={edited ? `Save version ${form.version + 1}` : `Record ${words.one}`}
        isBusy={form.isBusy}
        isDirty={form.isDirty}
        cancelHref={edited ? hrefOf(edited.number) : roomHref(base, words.room)}
      />
    </form>
  );
}

type ConstraintFieldsProps = { fields: Fields; set: (change: Partial<Fields>) => void };

function ConstraintFields({ fields, set }: ConstraintFieldsProps) {
  return (
    <>
      <TextArea
        label="Reason"
        name="reason"
        rows={2}
        hint="A rule with a reason is kept where it would be broken for a good cause."
        value={fields.reason}
        onChange={(event) => set({ reason: event.target.value })}
      />
      <LinesField
        label="Paths"
        mono
        hint="One a line, with * and **: dist/**. None is the whole project."
        value={fields.paths}
        onChange={(paths) => set({ paths })}
      />
    </>
  );
}
