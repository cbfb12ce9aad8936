"use client";

import { useRef, useState } from "react";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { useShortcuts } from "../../shell/shortcuts/registry";
import { Button } from "../../ui/button";
import { Link } from "../../ui/link";
import { Notice } from "../../ui/notice";
import { useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import { viewHref } from "../session-view";
import { PinControl } from "./pin-control";
import { ResidencyControl } from "./residency-control";
import { fixedBecause, standingOf } from "./standing";
import { type EventChanger, useEventChange } from "./use-event-change";
import { actorWords } from "./words";

/** What a person can do with an event of a why panel, who did something last, and why something was refused. */
export function EventActions({ detail }: { detail: EventDetail }) {
  const { denied } = useSessionScope();
  const [isPinning, setPinning] = useState(false);
  const changer = useEventChange((change) => {
    if (change.kind === "pin") setPinning(false);
  });
  const box = useRef<HTMLElement>(null);
  useActionKeys(box, () => denied === null && setPinning(true));
  const fixed = fixedBecause(detail);
  const standing = standingOf(detail);
  return (
    <section ref={box} aria-label="What the model sees" className="grid gap-3">
      {fixed === null ? (
        <ResidencyControl
          key={`${standing.residency} ${detail.transitions[0]?.at ?? ""}`}
          detail={detail}
          changer={changer}
        />
      ) : (
        <p className="text-xs text-ink-2">{fixed}</p>
      )}
      <SetBy detail={detail} />
      {changer.refusal ? <Refused changer={changer} refusal={changer.refusal} /> : null}
      <PinControl detail={detail} changer={changer} isOpen={isPinning} onOpen={setPinning} />
      {denied ? <p className="text-xs text-ink-3">{denied}</p> : null}
    </section>
  );
}

/** Who left it as it stands, and how to take that back. */
function SetBy({ detail }: { detail: EventDetail }) {
  const { base, number, short } = useSessionScope();
  const [newest] = detail.transitions;
  if (!newest) return null;
  const isGone = newest.to !== "full" && detail.row.inContext;
  return (
    <p className="text-xs text-ink-2 [overflow-wrap:anywhere]">
      Set to {newest.to} by {actorWords(newest)}, <SessionTime iso={newest.at} />. {short(newest.reason)}
      {isGone ? " Choose full and restore it to take it back." : ""}
      {isGone && newest.run !== null ? (
        <>
          {" "}
          <Link href={viewHref(base, number, "runs", { run: String(newest.run) })} prefetch={false}>
            Or undo the whole run
          </Link>
        </>
      ) : null}
    </p>
  );
}

type RefusedProps = { changer: EventChanger; refusal: NonNullable<EventChanger["refusal"]> };

function Refused({ changer, refusal: { message, mayForce, of } }: RefusedProps) {
  return (
    <Notice tone="warn" live="alert" className="text-sm">
      <p className="[overflow-wrap:anywhere]">{message}</p>
      {mayForce && of.kind === "archive" ? (
        <p className="mt-2 flex flex-wrap gap-2">
          <Button
            size="sm"
            loading={changer.pending === "archive"}
            onClick={() => changer.change({ ...of, force: true })}
          >
            Archive anyway
          </Button>
          <Button size="sm" variant="ghost" onClick={changer.forget}>
            Leave it
          </Button>
        </p>
      ) : null}
    </Notice>
  );
}

/** `p` opens the pin form, `r` goes to the residencies. */
function useActionKeys(box: { readonly current: HTMLElement | null }, onPin: () => void): void {
  useShortcuts([
    {
      keys: "r",
      label: "What the model sees of the event",
      group: "Session",
      run: () => box.current?.querySelector<HTMLElement>("input[type=radio]:checked")?.focus(),
    },
    { keys: "p", label: "Pin the event", group: "Session", run: onPin },
  ]);
}
