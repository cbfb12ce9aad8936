"use client";

import { useState } from "react";
import { useTRPCClient } from "../api/trpc";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { TextField } from "../ui/text-field";
import { FaultNotice } from "./fault-notice";
import { useChange } from "./use-change";

type DeleteProjectProps = {
  base: { team: string; project: string };
  name: string;
  isDemo: boolean;
  sessions: number;
};

/** Deletes the project: the demo at once, any other after its slug was typed. */
export function DeleteProject({ base, name, isDemo, sessions }: DeleteProjectProps) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const [open, setOpen] = useState(false);
  const [typed, setTyped] = useState("");

  const remove = (confirm?: string) =>
    void run({
      change: () => api.projects.remove.mutate({ ...base, ...(confirm === undefined ? {} : { confirm }) }),
      said: () => `${name} is gone from every list. What it held is being deleted.`,
      // A full load: the frame still shows the project otherwise.
      onDone: () => window.location.assign(`/${base.team}`),
    });

  if (isDemo) {
    return (
      <>
        <FaultNotice fault={fault} />
        <Button variant="danger" loading={pending} onClick={() => remove()} className="justify-self-start">
          Remove the demo
        </Button>
      </>
    );
  }
  return (
    <>
      <Button variant="danger" onClick={() => setOpen(true)} className="justify-self-start">
        Delete project
      </Button>
      <Dialog
        open={open}
        onOpenChange={setOpen}
        title={`Delete ${name}`}
        footer={
          <>
            <DialogClose>
              <Button>Keep project</Button>
            </DialogClose>
            <Button
              variant="danger"
              loading={pending}
              disabledReason={typed === base.project ? null : `Type ${base.project} first.`}
              onClick={() => remove(typed)}
            >
              Delete project
            </Button>
          </>
        }
      >
        <p>
          {sessions === 0
            ? "Its"
            : sessions === 1
              ? "Its session and its"
              : `Its ${sessions.toLocaleString("en")} sessions and its`}{" "}
          decisions, failures, handoffs, policy and figures go for good. Agents that upload to it are refused.
        </p>
        <FaultNotice fault={fault} fields={["confirm"]} />
        <TextField
          label={
            <>
              Type <code>{base.project}</code> to delete it
            </>
          }
          mono
          autoFocus
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={fault?.field === "confirm" ? fault.message : undefined}
        />
      </Dialog>
    </>
  );
}
