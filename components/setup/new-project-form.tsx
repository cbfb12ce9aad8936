"use client";

import { useMutation } from "@tanstack/react-query";
import type { FormEvent } from "react";
import { useTRPC } from "../api/trpc";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { toShownFault } from "./fault";
import { ProjectFields, readProject } from "./project-fields";

/** One more project in a team. */
export function NewProjectForm({ team, timeZones }: { team: string; timeZones: readonly string[] }) {
  const trpc = useTRPC();
  const create = useMutation(
    trpc.projects.create.mutationOptions({
      onSuccess: (project) => window.location.assign(`/${team}/${project.slug}`),
    }),
  );
  const fault = create.error ? toShownFault(create.error) : null;

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (create.isPending) return;
    create.mutate({ team, ...readProject(new FormData(event.currentTarget)) });
  }

  return (
    <form className="grid max-w-[420px] gap-3.5" onSubmit={submit}>
      {fault && !fault.field ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <ProjectFields timeZones={timeZones} fault={fault} autoFocus />
      <Button
        type="submit"
        variant="primary"
        className="justify-self-start"
        loading={create.isPending || create.isSuccess}
      >
        Create project
      </Button>
    </form>
  );
}
