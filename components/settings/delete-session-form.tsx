"use client";

import { type FormEvent, useRef, useState } from "react";
import { useTRPCClient } from "../api/trpc";
import { ConfirmDialog } from "../members/confirm-dialog";
import { Button } from "../ui/button";
import { TextField } from "../ui/text-field";
import { FaultNotice } from "./fault-notice";
import { useChange } from "./use-change";

/** Deletes one session by its number. */
export function DeleteSessionForm({ base }: { base: { team: string; project: string } }) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const form = useRef<HTMLFormElement>(null);
  const [asked, setAsked] = useState<number | null>(null);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const text = String(new FormData(event.currentTarget).get("number") ?? "");
    const number = Number(text.replace(/^(?:S-|#)/i, ""));
    if (Number.isInteger(number) && number > 0) setAsked(number);
  }

  return (
    <>
      <form ref={form} onSubmit={submit} className="flex items-end gap-2">
        <TextField
          label="Session"
          name="number"
          required
          autoComplete="off"
          pattern="(?:[Ss]-|#)?[0-9]{1,9}"
          title="The number of a session, such as 12"
          placeholder="12"
          className="w-[120px]"
        />
        <Button type="submit" variant="danger">
          Delete session
        </Button>
      </form>
      <FaultNotice fault={fault} />
      {asked === null ? null : (
        <ConfirmDialog
          title={`Delete session ${asked}`}
          action="Delete session"
          pending={pending}
          onClose={() => setAsked(null)}
          onConfirm={() =>
            void run({
              change: () => api.sessions.remove.mutate({ ...base, number: asked }),
              said: () => `Session ${asked} is being deleted.`,
            }).then((done) => {
              setAsked(null);
              if (done) form.current?.reset();
            })
          }
        >
          <p>
            Its events, runs and checkpoints go, and its share of all figures. Decisions, failures and handoffs that
            came from it stay.
          </p>
          <p className="text-ink-2">This cannot be taken back.</p>
        </ConfirmDialog>
      )}
    </>
  );
}
