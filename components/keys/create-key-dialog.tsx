"use client";

import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type FormEvent, useId, useState } from "react";
import { KEY_SCOPES, type KeyScope } from "@/server/core/access/rights";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import { Button } from "../ui/button";
import { Dialog, DialogClose } from "../ui/dialog";
import { KeyForm } from "./key-form";
import { NewSecret } from "./new-secret";

type Named = { slug: string; name: string };

type CreateKeyDialogProps = {
  team: string;
  project: Named;
  projects: readonly Named[];
  onClose: () => void;
};

/** First the form, then the secret of the new key. */
export function CreateKeyDialog({ team, project, projects, onClose }: CreateKeyDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const formId = useId();
  const [allProjects, setAllProjects] = useState(false);
  const create = useMutation(trpc.keys.create.mutationOptions({ onSuccess: () => router.refresh() }));
  const fault = create.error ? toShownFault(create.error) : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    const data = new FormData(event.currentTarget);
    const scopes = data.getAll("scopes").filter(isScope);
    const days = Number(data.get("days"));
    create.mutate({
      team,
      name: String(data.get("name") ?? ""),
      scopes,
      projects: allProjects ? "all" : data.getAll("projects").map(String),
      expiresInDays: days > 0 ? days : null,
    });
  }

  if (create.data) {
    return (
      <Dialog
        open
        onOpenChange={(open) => open || onClose()}
        title="Your new key"
        description="Copy it now. It cannot be shown again."
        footer={
          <DialogClose>
            <Button variant="primary">Done</Button>
          </DialogClose>
        }
      >
        <NewSecret secret={create.data.secret} base={{ team, project: project.slug }} />
      </Dialog>
    );
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title="New key"
      description="It acts in your name and never may more than you."
      footer={
        <>
          <DialogClose>
            <Button>Cancel</Button>
          </DialogClose>
          <Button type="submit" form={formId} variant="primary" loading={create.isPending}>
            Create key
          </Button>
        </>
      }
    >
      <KeyForm
        id={formId}
        onSubmit={submit}
        project={project}
        projects={projects}
        allProjects={allProjects}
        onAllProjects={setAllProjects}
        fault={fault}
      />
    </Dialog>
  );
}

function isScope(value: FormDataEntryValue): value is KeyScope {
  return KEY_SCOPES.some((scope) => scope === value);
}
