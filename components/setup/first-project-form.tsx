"use client";

import { useMutation } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { useTRPC } from "../api/trpc";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { type ShownFault, toShownFault } from "./fault";
import { ProjectFields, readProject } from "./project-fields";

type FirstProjectFormProps = { suggestedTeam: string; timeZones: readonly string[] };

/** Team and project in one go. When the project is refused, the team stays made and only the project is asked again. */
export function FirstProjectForm({ suggestedTeam, timeZones }: FirstProjectFormProps) {
  const trpc = useTRPC();
  const createTeam = useMutation(trpc.teams.create.mutationOptions());
  const createProject = useMutation(trpc.projects.create.mutationOptions());
  const [team, setTeam] = useState<{ slug: string; name: string } | null>(null);
  const [fault, setFault] = useState<(ShownFault & { of: "team" | "project" }) | null>(null);
  const [sending, setSending] = useState(false);

  async function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (sending) return;
    const data = new FormData(event.currentTarget);
    setSending(true);
    setFault(null);
    let step: "team" | "project" = "team";
    try {
      const made = team ?? (await createTeam.mutateAsync({ name: String(data.get("teamName") ?? "") }));
      setTeam(made);
      step = "project";
      const project = await createProject.mutateAsync({ team: made.slug, ...readProject(data) });
      window.location.assign(`/${made.slug}/${project.slug}`);
    } catch (error) {
      setFault({ ...toShownFault(error), of: step });
      setSending(false);
    }
  }

  const teamError = fault?.of === "team" && fault.field === "name" ? fault.message : undefined;
  return (
    <form className="grid gap-3.5" onSubmit={submit}>
      {fault && !fault.field ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      {team ? (
        <Notice tone="success">
          The team <b>{team.name}</b> is made.
        </Notice>
      ) : (
        <TextField
          label="Team"
          name="teamName"
          size="lg"
          required
          autoFocus
          maxLength={80}
          defaultValue={suggestedTeam}
          hint="Teammates, projects and keys belong to it."
          error={teamError}
        />
      )}
      <ProjectFields timeZones={timeZones} fault={fault?.of === "project" ? fault : null} />
      <Button type="submit" variant="primary" size="lg" loading={sending}>
        {team ? "Create project" : "Create team and project"}
      </Button>
    </form>
  );
}
