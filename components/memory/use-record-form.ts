"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { mergeFields } from "@/server/core/decisions/field-changes";
import { toShownFault } from "../setup/fault";
import { useToast } from "../ui/toast";
import type { ChangedRecord } from "./use-record-change";

type RecordForm<Fields> = {
  fields: Fields;
  set: (change: Partial<Fields>) => void;
  version: number;
  /** The newer version that the form was put on top of. */
  rebasedOn: number | null;
  isDirty: boolean;
  isBusy: boolean;
  refusal: { message: string; field: string | null } | null;
  submit: () => void;
  /** Puts what was typed on top of a newer version: what only the other side changed is taken from it. */
  rebase: (theirs: Fields, version: number) => void;
  /** Names of fields that both sides changed; the form holds what was typed here. */
  both: readonly (keyof Fields)[];
};

type RecordFormInput<Fields> = {
  start: Fields;
  /** The version that `start` is; 0 for a new record. */
  version: number;
  save: (fields: Fields, expectedVersion: number) => Promise<ChangedRecord>;
  /** Where the record is read, and what a toast says of it. */
  hrefOf: (number: number) => string;
  saidOf: (made: ChangedRecord) => string;
  undo?: (made: ChangedRecord) => Promise<unknown>;
};

/** The state of a form that writes one version: nothing that was typed is lost when somebody else was faster. */
export function useRecordForm<Fields extends object>(input: RecordFormInput<Fields>): RecordForm<Fields> {
  const { start, save, hrefOf, saidOf, undo } = input;
  const router = useRouter();
  const toast = useToast();
  const [base, setBase] = useState({ fields: start, version: input.version });
  const [fields, setFields] = useState(start);
  const [both, setBoth] = useState<readonly (keyof Fields)[]>([]);
  const [isBusy, setIsBusy] = useState(false);
  const [isSaved, setIsSaved] = useState(false);
  const [refusal, setRefusal] = useState<RecordForm<Fields>["refusal"]>(null);

  const takeBack = async (made: ChangedRecord) => {
    try {
      await undo?.(made);
      toast({ message: "Taken back." });
    } catch (error) {
      toast({ message: toShownFault(error).message });
    }
    router.refresh();
  };
  const submit = async () => {
    if (isBusy) return;
    setIsBusy(true);
    setRefusal(null);
    try {
      const made = await save(fields, base.version);
      setIsSaved(true);
      toast({ message: saidOf(made), ...(undo ? { undo: () => takeBack(made) } : {}) });
      router.push(hrefOf(made.number));
      router.refresh();
    } catch (error) {
      setRefusal(toShownFault(error));
      setIsBusy(false);
    }
  };
  const rebase = (theirs: Fields, version: number) => {
    const merge = mergeFields(base.fields, fields, theirs);
    setFields(merge.merged);
    setBoth(merge.both);
    setBase({ fields: theirs, version });
    setRefusal(null);
  };
  return {
    fields,
    set: (change) => setFields((current) => ({ ...current, ...change })),
    version: base.version,
    rebasedOn: base.version > input.version ? base.version : null,
    isDirty: !isSaved && JSON.stringify(fields) !== JSON.stringify(base.fields),
    isBusy,
    refusal,
    submit: () => void submit(),
    rebase,
    both,
  };
}
