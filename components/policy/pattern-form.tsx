"use client";

import { Plus } from "lucide-react";
import { type FormEvent, useState } from "react";
import { checkGlob } from "@/server/core/policy/check";
import { Button } from "../ui/button";
import { TextField } from "../ui/text-field";
import { useDraft } from "./draft";

type PatternFormProps = {
  list: "protectedPaths" | "protectedTools";
  label: string;
  placeholder: string;
  /** Patterns that stand in the list already. */
  taken: readonly string[];
  onAdd: (row: { pattern: string; reason: string }) => void;
};

/** A new pattern with its reason; what is wrong with it is said while it is typed. */
export function PatternForm({ list, label, placeholder, taken, onAdd }: PatternFormProps) {
  const { denied } = useDraft();
  const [pattern, setPattern] = useState("");
  const [reason, setReason] = useState("");
  const [wasTried, setTried] = useState(false);
  if (denied !== null) return null;
  const patternError =
    pattern.trim() === ""
      ? wasTried
        ? "Write a pattern, such as docs/**."
        : undefined
      : faultOf(pattern.trim(), taken);
  const reasonError =
    wasTried && reason.trim() === "" ? "Say why: agents and people read it as the reason." : undefined;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    setTried(true);
    if (pattern.trim() === "" || reason.trim() === "" || faultOf(pattern.trim(), taken)) return;
    onAdd({ pattern: pattern.trim(), reason: reason.trim() });
    setPattern("");
    setReason("");
    setTried(false);
  };
  return (
    <form onSubmit={submit} noValidate className="mt-3 flex flex-wrap items-start gap-2">
      <TextField
        className="min-w-[180px] flex-1"
        label={label}
        name={`${list}-pattern`}
        mono
        autoComplete="off"
        spellCheck={false}
        maxLength={500}
        placeholder={placeholder}
        value={pattern}
        onChange={(event) => setPattern(event.currentTarget.value)}
        error={patternError}
      />
      <TextField
        className="min-w-[180px] flex-1"
        label="Why"
        name={`${list}-reason`}
        autoComplete="off"
        maxLength={500}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        error={reasonError}
      />
      <Button type="submit" icon={<Plus aria-hidden />} className="mt-[25px]">
        Add
      </Button>
    </form>
  );
}

function faultOf(pattern: string, taken: readonly string[]): string | undefined {
  if (taken.includes(pattern)) return `${pattern} is protected already.`;
  return checkGlob(pattern) ?? undefined;
}
