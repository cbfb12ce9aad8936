"use client";

import { Check, Pin, PinOff } from "lucide-react";
import { type FormEvent, useState } from "react";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { Button } from "../../ui/button";
import { Select } from "../../ui/select";
import { TextField } from "../../ui/text-field";
import { useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import type { EventChanger } from "./use-event-change";

type PinControlProps = {
  detail: EventDetail;
  changer: EventChanger;
  isOpen: boolean;
  onOpen: (isOpen: boolean) => void;
};

const HOUR_MS = 3_600_000;
const ENDS = [
  { value: "never", label: "until it is taken off", hours: null },
  { value: "hour", label: "for an hour", hours: 1 },
  { value: "day", label: "for a day", hours: 24 },
  { value: "week", label: "for a week", hours: 7 * 24 },
  { value: "month", label: "for 30 days", hours: 30 * 24 },
] as const;

/** Pins in force, each with who, why and until when; a form for a new one; and the word that a result was noted. */
export function PinControl({ detail, changer, isOpen, onOpen }: PinControlProps) {
  const { denied } = useSessionScope();
  const { row, pins, acknowledged } = detail;
  return (
    <div className="grid gap-2">
      {pins.map((pin) => (
        <p key={`${pin.by} ${pin.at}`} className="flex gap-1.5 text-xs text-ink-2 [overflow-wrap:anywhere]">
          <Pin className="mt-0.5 size-3! shrink-0" aria-hidden />
          <span>
            Pinned by {pin.by}, <SessionTime iso={pin.at} />
            {pin.until ? (
              <>
                , until <SessionTime iso={pin.until} />
              </>
            ) : null}
            : {pin.reason}
          </span>
        </p>
      ))}
      {acknowledged ? (
        <p className="flex gap-1.5 text-xs text-ink-2">
          <Check className="mt-0.5 size-3! shrink-0" aria-hidden />
          <span>
            Acknowledged by {acknowledged.by}, <SessionTime iso={acknowledged.at} />
          </span>
        </p>
      ) : null}
      {isOpen ? (
        <PinForm target={row.ref} wasPinned={pins.length > 0} changer={changer} onClose={() => onOpen(false)} />
      ) : (
        <div className="flex flex-wrap gap-2">
          <Button size="sm" icon={<Pin aria-hidden />} disabledReason={denied} onClick={() => onOpen(true)}>
            Pin
          </Button>
          {pins.length > 0 ? (
            <Button
              size="sm"
              icon={<PinOff aria-hidden />}
              loading={changer.pending === "unpin"}
              disabledReason={denied}
              onClick={() => changer.change({ kind: "unpin", ref: row.ref })}
            >
              Unpin
            </Button>
          ) : null}
          {row.inContext && acknowledged === null ? (
            <Button
              size="sm"
              variant="ghost"
              icon={<Check aria-hidden />}
              title="Says that it was taken note of: work in flight holds it no longer"
              loading={changer.pending === "acknowledge"}
              disabledReason={denied}
              onClick={() => changer.change({ kind: "acknowledge", ref: row.ref })}
            >
              Acknowledge
            </Button>
          ) : null}
        </div>
      )}
    </div>
  );
}

type PinFormProps = { target: string; wasPinned: boolean; changer: EventChanger; onClose: () => void };

function PinForm({ target, wasPinned, changer, onClose }: PinFormProps) {
  const [reason, setReason] = useState("");
  const [end, setEnd] = useState<string>(ENDS[0].value);
  const send = (event: FormEvent) => {
    event.preventDefault();
    if (reason.trim() === "") return;
    const hours = ENDS.find(({ value }) => value === end)?.hours ?? null;
    const until = hours === null ? null : new Date(Date.now() + hours * HOUR_MS).toISOString();
    changer.change({ kind: "pin", ref: target, reason, until, wasPinned });
  };
  return (
    <form onSubmit={send} className="grid gap-2.5 border-l-2 border-line-strong pl-3">
      <TextField
        label="Why it stays"
        autoFocus
        maxLength={1_000}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === "Escape") onClose();
        }}
      />
      <Select
        label="How long"
        value={end}
        onChange={(event) => setEnd(event.currentTarget.value)}
        options={ENDS.map(({ value, label }) => ({ value, label }))}
      />
      <div className="flex gap-2">
        <Button
          type="submit"
          size="sm"
          icon={<Pin aria-hidden />}
          loading={changer.pending === "pin"}
          disabledReason={reason.trim() === "" ? "Say why it stays" : null}
        >
          Pin it
        </Button>
        <Button size="sm" variant="ghost" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
