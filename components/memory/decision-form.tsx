"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus, X } from "lucide-react";
import { useState } from "react";
import { type DecisionInput, inputOfDecision } from "@/server/core/decisions/decision-input";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { DecisionVersionView } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button, IconButton } from "../ui/button";
import { Select } from "../ui/select";
import { TextArea, TextField } from "../ui/text-field";
import { DecisionConflict } from "./decision-conflict";
import { type DecisionFields, fieldsOfDecision, inputOfFields, unreadNumbers } from "./decision-fields";
import { FormFoot, FormNotices, LinesField } from "./form-parts";
import { roomHref } from "./links";
import { useRecordForm } from "./use-record-form";

type DecisionFormProps = {
  base: Base;
  timeZone: string;
  start: DecisionInput;
  /** The record that is written anew; null records a new one. */
  edited: { number: number; seen: DecisionVersionView } | null;
  mayAccept: boolean;
  /** Where a saved decision leads to; its own page where nothing is said. */
  backHref?: string;
};

type NewStatus = "draft" | "proposed" | "accepted";

/** All fields of a decision. A new one gets a number; an edited one a version, or the changes of whoever was faster. */
export function DecisionForm({ base, timeZone, start, edited, mayAccept, backHref }: DecisionFormProps) {
  const trpc = useTRPC();
  const record = useMutation(trpc.decisions.record.mutationOptions());
  const edit = useMutation(trpc.decisions.edit.mutationOptions());
  const undo = useMutation(trpc.decisions.undo.mutationOptions());
  const [status, setStatus] = useState<NewStatus>("proposed");
  const hrefOf = (number: number) => backHref ?? roomHref(base, "decisions", {}, number);
  const form = useRecordForm({
    start: fieldsOfDecision(start, timeZone),
    version: edited?.seen.version ?? 0,
    save: (fields, expectedVersion) => {
      const decision = inputOfFields(fields, start, timeZone);
      return edited
        ? edit.mutateAsync({ ...base, number: edited.number, expectedVersion, decision })
        : record.mutateAsync({ ...base, decision, status });
    },
    hrefOf,
    saidOf: ({ number, version }) =>
      edited
        ? `${recordRef("decision", number)} is at version ${version}.`
        : `${recordRef("decision", number)} is recorded.`,
    ...(edited
      ? { undo: ({ number, version }) => undo.mutateAsync({ ...base, number, expectedVersion: version }) }
      : {}),
  });
  const { fields, set, refusal, both } = form;
  const isReadable = unreadError(fields.supersedes) === undefined && unreadError(fields.amends) === undefined;
  return (
    <form
      aria-label={edited ? `Edit ${recordRef("decision", edited.number)}` : "New decision"}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReadable) form.submit();
      }}
    >
      <FormNotices
        refusal={refusal?.message ?? null}
        conflict={
          edited && refusal ? (
            <DecisionConflict
              base={base}
              number={edited.number}
              seen={edited.seen}
              message={refusal.message}
              onReadAgain={() => window.location.reload()}
              actionsFor={(newest) => (
                <Button
                  size="sm"
                  variant="primary"
                  onClick={() => form.rebase(fieldsOfDecision(inputOfDecision(newest), timeZone), newest.version)}
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
          placeholder="What was decided, in one line"
          value={fields.title}
          onChange={(event) => set({ title: event.target.value })}
        />
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Decided on"
            type="date"
            hint={`A day in ${timeZone}; empty while it is open.`}
            value={fields.day}
            onChange={(event) => set({ day: event.target.value })}
          />
          {edited ? null : (
            <Select
              label="Status"
              value={status}
              onChange={(event) => setStatus(STATUSES.find((known) => known === event.target.value) ?? "proposed")}
              options={[
                { value: "draft", label: "Draft" },
                { value: "proposed", label: "Proposed" },
                ...(mayAccept ? [{ value: "accepted", label: "Accepted: it holds at once" }] : []),
              ]}
            />
          )}
        </div>
        <Text label="Context" name="context" hint="What made it a question. Markdown." {...{ fields, set }} />
        <Text label="Decision" name="decision" {...{ fields, set }} />
        <Text label="Reasoning" name="reasoning" {...{ fields, set }} />
        <Alternatives value={fields.alternatives} onChange={(alternatives) => set({ alternatives })} />
        <Text label="Impact" name="impact" rows={2} {...{ fields, set }} />
        <div className="grid gap-4 sm:grid-cols-3">
          <Level label="Risk" value={fields.risk} onChange={(risk) => set({ risk })} />
          <Level label="Confidence" value={fields.confidence} onChange={(confidence) => set({ confidence })} />
          <TextField
            label="Reversible"
            maxLength={200}
            placeholder="Yes, 2 days"
            value={fields.reversible}
            onChange={(event) => set({ reversible: event.target.value })}
          />
        </div>
        <LinesField label="Assumptions" value={fields.assumptions} onChange={(assumptions) => set({ assumptions })} />
        <div className="grid gap-4 sm:grid-cols-2">
          <LinesField
            label="Paths"
            mono
            hint="Files and folders that it is about, one a line."
            value={fields.paths}
            onChange={(paths) => set({ paths })}
          />
          <TextField
            label="Tags"
            hint="With commas between them."
            value={fields.tags}
            onChange={(event) => set({ tags: event.target.value })}
          />
        </div>
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Supersedes"
            placeholder="DEC-027, DEC-031"
            hint="They become superseded when this one is accepted."
            error={unreadError(fields.supersedes)}
            value={fields.supersedes}
            onChange={(event) => set({ supersedes: event.target.value })}
          />
          <TextField
            label="Amends"
            placeholder="DEC-012"
            hint="Replaced in part: they stay in force, and say that this one amends them."
            error={unreadError(fields.amends)}
            value={fields.amends}
            onChange={(event) => set({ amends: event.target.value })}
          />
        </div>
        <LinesField
          label="Evidence"
          mono
          hint="One a line: S-12 ctx:01a4 what it shows, FAIL-009 why, commit 3f91520, an address."
          value={fields.evidence}
          onChange={(evidence) => set({ evidence })}
        />
        <LinesField
          label="Links"
          mono
          hint="Related records and pages, one a line, as for evidence."
          value={fields.links}
          onChange={(links) => set({ links })}
        />
      </div>
      <FormFoot
        saveLabel={edited ? `Save version ${form.version + 1}` : "Record decision"}
        isBusy={form.isBusy}
        isDirty={form.isDirty}
        cancelHref={edited ? hrefOf(edited.number) : roomHref(base, "decisions")}
      />
    </form>
  );
}

function unreadError(text: string): string | undefined {
  const unread = unreadNumbers(text);
  return unread.length > 0 ? `${unread.join(", ")}: write a decision as DEC-027.` : undefined;
}

const STATUSES = ["draft", "proposed", "accepted"] as const;

type Change = (change: Partial<DecisionFields>) => void;
type TextProps = {
  label: string;
  name: "context" | "decision" | "reasoning" | "impact";
  hint?: string;
  rows?: number;
  fields: DecisionFields;
  set: Change;
};

function Text({ label, name, hint, rows = 4, fields, set }: TextProps) {
  return (
    <TextArea
      {...{ label, hint, rows }}
      maxLength={20_000}
      value={fields[name]}
      onChange={(event) => set({ [name]: event.target.value })}
    />
  );
}

const LEVELS = ["low", "medium", "high"];

/** Low, medium or high; a word of a record's own stays a choice. */
function Level({ label, value, onChange }: { label: string; value: string; onChange: (value: string) => void }) {
  const known = value === "" || LEVELS.includes(value) ? LEVELS : [...LEVELS, value];
  return (
    <Select
      label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      options={[
        { value: "", label: "Not said" },
        ...known.map((level) => ({ value: level, label: level.charAt(0).toUpperCase() + level.slice(1) })),
      ]}
    />
  );
}

type AlternativesProps = {
  value: DecisionFields["alternatives"];
  onChange: (value: DecisionFields["alternatives"]) => void;
};

function Alternatives({ value, onChange }: AlternativesProps) {
  const change = (at: number, part: Partial<DecisionFields["alternatives"][number]>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...part } : one)));
  return (
    <fieldset className="grid gap-2.5">
      <legend className="mb-1 font-medium">Alternatives, and why not</legend>
      {value.map((one, index) => (
        <div
          // Rows have no identity but their place while they are typed.
          // biome-ignore lint/suspicious/noArrayIndexKey: the fields are controlled, so a row is its place.
          key={index}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-2 border-l-2 border-line-strong pl-3 sm:grid-cols-[minmax(0,1fr)_minmax(0,1.4fr)_auto]"
        >
          <TextField
            label={`Alternative ${index + 1}`}
            hideLabel
            placeholder="What else was possible"
            maxLength={500}
            value={one.option}
            onChange={(event) => change(index, { option: event.target.value })}
          />
          <TextField
            label={`Why not alternative ${index + 1}`}
            hideLabel
            placeholder="Why not"
            className="max-sm:order-last max-sm:col-span-2"
            maxLength={2000}
            value={one.whyNot}
            onChange={(event) => change(index, { whyNot: event.target.value })}
          />
          <IconButton
            label={`Remove alternative ${index + 1}`}
            icon={<X aria-hidden />}
            onClick={() => onChange(value.filter((_, other) => other !== index))}
          />
        </div>
      ))}
      <Button
        size="sm"
        className="justify-self-start"
        icon={<Plus aria-hidden />}
        onClick={() => onChange([...value, { option: "", detail: "", whyNot: "" }])}
      >
        Add an alternative
      </Button>
    </fieldset>
  );
}
