"use client";

import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useRouter } from "next/navigation";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../api/trpc";
import { type ShownFault, toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Dialog } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { editHref, noteHref } from "./links";

/** Starts a note: from scratch, or composed from what a session did. */
export function NewHandoff({ base }: { base: Base }) {
  const trpc = useTRPC();
  const router = useRouter();
  const [isOpen, setOpen] = useState(false);
  const create = useMutation(
    trpc.handoffs.create.mutationOptions({
      onSuccess: ({ number }, { session }) => {
        setOpen(false);
        // A composed note is read first; a blank one is there to be written.
        router.push(session === null ? editHref(base, number) : noteHref(base, number));
        router.refresh();
      },
    }),
  );
  const fault = create.error ? toShownFault(create.error) : null;
  const setShown = (open: boolean) => {
    if (!open) create.reset();
    setOpen(open);
  };
  return (
    <Dialog
      title="New handoff note"
      open={isOpen}
      onOpenChange={setShown}
      trigger={
        <Button variant="primary" icon={<Plus aria-hidden />} collapse>
          New note
        </Button>
      }
    >
      <Forms
        fault={fault}
        pending={create.isPending ? (create.variables.session === null ? "blank" : "session") : null}
        onBlank={(title) => create.mutate({ ...base, session: null, title })}
        onSession={(session) => create.mutate({ ...base, session })}
      />
    </Dialog>
  );
}

type FormsProps = {
  fault: ShownFault | null;
  pending: "blank" | "session" | null;
  onBlank: (title: string) => void;
  onSession: (session: number) => void;
};

function Forms({ fault, pending, onBlank, onSession }: FormsProps) {
  const [wrongNumber, setWrongNumber] = useState(false);
  const blank = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (pending === null) onBlank(String(new FormData(event.currentTarget).get("title") ?? ""));
  };
  const session = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const written = String(new FormData(event.currentTarget).get("session") ?? "");
    const digits = /^\s*(?:S-|#)?([1-9]\d{0,8})\s*$/i.exec(written)?.[1];
    setWrongNumber(digits === undefined);
    if (digits !== undefined && pending === null) onSession(Number(digits));
  };
  const sessionError = wrongNumber ? "Write the number of a session, such as 12 or S-12." : undefined;
  return (
    <>
      {fault && fault.field !== "title" && fault.field !== "session" ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <form onSubmit={session} className="flex items-start gap-2">
        <TextField
          label="From a session"
          name="session"
          placeholder="12"
          inputMode="numeric"
          hint="Composed of what the session did. A session that has its note already opens it."
          error={sessionError ?? (fault?.field === "session" ? fault.message : undefined)}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="mt-[25px]" loading={pending === "session"}>
          Compose
        </Button>
      </form>
      <form onSubmit={blank} className="flex items-start gap-2 border-t border-line pt-3.5">
        <TextField
          label="From scratch"
          name="title"
          maxLength={200}
          placeholder="What is handed over"
          hint="Its title; you write the rest in the editor."
          error={fault?.field === "title" ? fault.message : undefined}
          className="min-w-0 flex-1"
        />
        <Button type="submit" className="mt-[25px]" loading={pending === "blank"}>
          Write
        </Button>
      </form>
    </>
  );
}
