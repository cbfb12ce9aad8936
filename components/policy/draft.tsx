"use client";

import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import type { PolicyBody } from "@/server/core/policy/body";
import { checkPolicy, type PolicyProblem } from "@/server/core/policy/check";
import { type PolicyChange, policyChanges } from "@/server/core/policy/diff";
import { numberField } from "@/server/core/policy/fields";
import { applyBody } from "@/server/core/policy/merge";
import { mayBeMissing, withNumber, withoutEntry } from "@/server/core/policy/numbers";
import { rebase } from "@/server/core/policy/rebase";
import { boundsSentence, readTyped } from "@/server/core/policy/words";
import type { PrunePolicy } from "@/server/core/prune/model";

/** The policy that is being changed, and the one in force that it is compared with. */
export interface Draft {
  readonly policy: PrunePolicy;
  readonly saved: PrunePolicy;
  readonly changes: readonly PolicyChange[];
  /** Fields that cannot be saved, with what to do. */
  readonly problems: readonly PolicyProblem[];
  /** Why nothing can be changed here; null when it can. */
  readonly denied: string | null;
  /** What stands in a field while it is typed; once it is left, the number as the policy has it. */
  readonly typed: Readonly<Record<string, string>>;
  problemOf(path: string): string | undefined;
  changeOf(path: string): PolicyChange | undefined;
  type(path: string, text: string): void;
  settle(path: string): void;
  change(next: (policy: PrunePolicy) => PrunePolicy): void;
  discard(): void;
}

const DraftContext = createContext<Draft | null>(null);

export function useDraft(): Draft {
  const draft = useContext(DraftContext);
  if (!draft) throw new Error("A part of the policy form stands outside DraftProvider.");
  return draft;
}

type DraftProviderProps = { version: number; body: PolicyBody; denied: string | null; children: ReactNode };

/** Holds the draft. When another version comes into force, the changes are made over that one. */
export function DraftProvider({ version, body, denied, children }: DraftProviderProps) {
  const saved = useMemo(() => applyBody(body, version), [body, version]);
  const [policy, setPolicy] = useState(saved);
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({});
  const base = useRef(saved);
  useEffect(() => {
    const from = base.current;
    base.current = saved;
    if (from.version !== saved.version) setPolicy((mine) => rebase(from, mine, saved));
  }, [saved]);
  const draft = useMemo<Draft>(() => {
    const changes = policyChanges(saved, policy);
    const problems = [...typedProblems(typed), ...checkPolicy(policy)];
    const messages = new Map([...problems].reverse().map(({ field, message }) => [field, message]));
    const byPath = new Map(changes.map((change) => [change.path, change]));
    const forget = (path: string) => setTyped(({ [path]: _, ...others }) => others);
    return {
      policy,
      saved,
      changes,
      problems,
      denied,
      typed,
      problemOf: (path) => messages.get(path),
      changeOf: (path) => byPath.get(path),
      type(path, text) {
        setTyped((current) => ({ ...current, [path]: text }));
        setPolicy((current) => typedInto(current, path, text));
      },
      settle: (path) => {
        if (!isUnreadable(path, typed[path] ?? "")) forget(path);
      },
      change: (next) => setPolicy(next),
      discard() {
        setTyped({});
        setPolicy(saved);
      },
    };
  }, [policy, saved, typed, denied]);
  return <DraftContext.Provider value={draft}>{children}</DraftContext.Provider>;
}

function typedInto(policy: PrunePolicy, path: string, text: string): PrunePolicy {
  const field = numberField(path);
  if (!field) return policy;
  if (text.trim() === "" && mayBeMissing(path)) return withoutEntry(policy, path);
  const value = readTyped(field.unit, text);
  return value === null ? policy : withNumber(policy, path, value);
}

function isUnreadable(path: string, text: string): boolean {
  const field = numberField(path);
  if (!field || (text.trim() === "" && mayBeMissing(path))) return false;
  return readTyped(field.unit, text) === null;
}

function typedProblems(typed: Readonly<Record<string, string>>): PolicyProblem[] {
  return Object.entries(typed).flatMap(([path, text]) => {
    const field = numberField(path);
    return field && isUnreadable(path, text) ? [{ field: path, message: boundsSentence(field) }] : [];
  });
}

/** The id of a field, so that a list of problems can lead to it. */
export function fieldId(path: string): string {
  return `policy-${path.replaceAll(".", "-")}`;
}
