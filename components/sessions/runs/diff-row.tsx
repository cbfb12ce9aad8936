"use client";

import clsx from "clsx";
import { useState } from "react";
import type { DiffRowView, SideView } from "@/server/core/runs/diff-view";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { NoiseSwatch } from "../../ui/noise-chip";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { EventName } from "../event-name";
import { Reason } from "../reason";
import { useSessionScope } from "../session-scope";
import { eventHref } from "../session-view";
import { CLASS_OF_PASS, isRunPass } from "./run-words";

/** Lines that a side shows before it is opened. */
const FIRST_LINES = 3;

/** One place of the window: what stood there, what would stand there, and which rule made the change. */
export function DiffRow({ row }: { row: DiffRowView }) {
  const { before, after, change } = row;
  const [isOpen, setOpen] = useState(false);
  const isLong = [before, after].some((side) => side !== null && isCut(side));
  return (
    <li data-change={change} className="grid gap-1.5 border-b border-line px-3.5 py-2.5 last:border-b-0 md:px-4">
      <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 max-w-full">
          {row.standsFor === null ? (
            <EventName target={row.ref} label={row.label} kind={row.kind} />
          ) : (
            <b className="font-medium">{`Summary of ${formatExact(row.standsFor)} events`}</b>
          )}
        </span>
        <Residencies row={row} />
        <span className="ml-auto text-xs whitespace-nowrap text-ink-2">{tokenWords(row)}</span>
      </div>
      <Why row={row} />
      {before && change !== "same" ? <Side sign="−" side={before} isOpen={isOpen} /> : null}
      {after && change !== "same" ? <Side sign="+" side={after} isOpen={isOpen} /> : null}
      {before && change === "same" ? <Side sign=" " side={before} isOpen={isOpen} /> : null}
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : "Show more"}
        </Button>
      ) : null}
    </li>
  );
}

function Residencies({ row: { before, after, change } }: { row: DiffRowView }) {
  if (change !== "changed" || !before || !after) return null;
  return (
    <span className="inline-flex items-center gap-1.5 text-xs">
      <ResidencyGlyph residency={before.residency} withWord /> → <ResidencyGlyph residency={after.residency} withWord />
    </span>
  );
}

function tokenWords({ before, after, change }: DiffRowView): string {
  if (change === "changed" && before && after) {
    return `${formatExact(before.tokens)} → ${formatExact(after.tokens)} tokens`;
  }
  const side = after ?? before;
  const sign = change === "added" ? "+" : change === "removed" ? "−" : "";
  return `${sign}${formatExact(side?.tokens ?? 0)} tokens`;
}

function Why({ row: { why } }: { row: DiffRowView }) {
  const { base, number } = useSessionScope();
  if (why === null) return null;
  return (
    <p className="text-xs text-ink-2 [overflow-wrap:anywhere]" title={why.rule}>
      {isRunPass(why.pass) ? <NoiseSwatch noise={CLASS_OF_PASS[why.pass]} className="mr-1.5 size-2!" /> : null}
      <Reason reason={why.reason} evidence={why.evidence} hrefOfEvent={(ref) => eventHref(base, number, ref)} />
    </p>
  );
}

const SIDE_LOOK = {
  "−": { classes: "bg-diff-del text-diff-del-ink", spoken: "Before: " },
  "+": { classes: "bg-diff-add text-diff-add-ink", spoken: "After: " },
  " ": { classes: "bg-sunken text-ink-2", spoken: "" },
} as const;

/** Uploaded text is shown as text and nothing else. */
function Side({ sign, side, isOpen }: { sign: keyof typeof SIDE_LOOK; side: SideView; isOpen: boolean }) {
  const { classes, spoken } = SIDE_LOOK[sign];
  const lines = side.text.split("\n");
  const shown = isOpen ? side.text : lines.slice(0, FIRST_LINES).join("\n");
  const left = side.characters - shown.length;
  return (
    <div className={clsx("grid min-w-0 grid-cols-[20px_minmax(0,1fr)] font-mono text-xs leading-[1.5]", classes)}>
      <span aria-hidden className="pl-1.5 select-none">
        {sign}
      </span>
      {/* The space stands outside: inside a clamped box the next line would show in it. */}
      <div className="min-w-0 py-1 pr-2">
        <div className={isOpen ? undefined : "line-clamp-3"}>
          <span className="sr-only">{spoken}</span>
          <span className="whitespace-pre-wrap [overflow-wrap:anywhere]">{shown}</span>
          {left > 0 ? <span className="font-sans">{` … ${formatExact(left)} more characters`}</span> : null}
        </div>
      </div>
    </div>
  );
}

function isCut({ text, characters }: SideView): boolean {
  return characters > 240 || text.split("\n").length > FIRST_LINES;
}
