"use client";

import { Lock, LockOpen, TriangleAlert } from "lucide-react";
import { useState } from "react";
import { type PatternAnswer, testPath, testTool } from "@/server/core/policy/test-pattern";
import { TextField } from "../ui/text-field";
import { useDraft } from "./draft";

/** Says at once which pattern of the draft protects a path or a tool, and why. */
export function TestBox() {
  const { policy } = useDraft();
  const [name, setName] = useState("");
  const tested = name.trim();
  const isTool = tested !== "" && !/[./\\]/.test(tested);
  const answer = tested === "" ? null : testPath(policy, tested);
  const tools = isTool ? testTool(policy, tested) : null;
  const matches = [...(answer?.matches ?? []), ...(tools?.matches ?? [])];
  return (
    <div className="mt-5 rounded-md bg-sunken p-3">
      <TextField
        label="Is it protected?"
        name="policy-test"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="src/ledger/2026/close.sql"
        hint="Type a path or the name of a tool. The draft is asked, saved or not."
        value={name}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div role="status" aria-label="Answer of the test" className="mt-2 grid gap-1.5 empty:hidden">
        {answer ? <Answer name={tested} matches={matches} unreadable={answer.unreadable} /> : null}
      </div>
    </div>
  );
}

const CATEGORY_WORDS = { core: "core", safety: "safety", project: "yours", tool: "tool" } as const;

function Answer({ name, matches, unreadable }: { name: string } & PatternAnswer) {
  return (
    <>
      {matches.map(({ pattern, category, reason }) => (
        <p key={`${category} ${pattern}`} className="flex items-start gap-2">
          <Lock className="mt-0.5 text-full" aria-hidden />
          <span>
            Protected by <code>{pattern}</code> ({CATEGORY_WORDS[category]}): {reason}
          </span>
        </p>
      ))}
      {matches.length === 0 && unreadable.length === 0 ? (
        <p className="flex items-start gap-2 text-ink-2">
          <LockOpen className="mt-0.5" aria-hidden />
          <span>
            No pattern protects <code className="[overflow-wrap:anywhere]">{name}</code>. The passes may judge it.
          </span>
        </p>
      ) : null}
      {unreadable.map(({ pattern, fault }) => (
        <p key={pattern} className="flex items-start gap-2 text-warn">
          <TriangleAlert className="mt-0.5" aria-hidden />
          <span>Nothing is taken out until this is corrected. {fault}</span>
        </p>
      ))}
    </>
  );
}
