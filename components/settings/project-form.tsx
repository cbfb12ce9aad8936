"use client";

import type { FormEvent } from "react";
import { useTRPCClient } from "../api/trpc";
import { Button } from "../ui/button";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { FaultNotice } from "./fault-notice";
import { useChange } from "./use-change";

type Base = { team: string; project: string };

type ProjectFormProps = {
  base: Base;
  project: { name: string; timeZone: string };
  timeZones: readonly string[];
  refusal: string | null;
};

/** Name and time zone of a project. Its address stays. */
export function ProjectForm({ base, project, timeZones, refusal }: ProjectFormProps) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);
  const zones = timeZones.includes(project.timeZone) ? timeZones : [project.timeZone, ...timeZones];

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const name = String(data.get("name") ?? "");
    const timeZone = String(data.get("timeZone") ?? "");
    void run({
      change: () => api.projects.update.mutate({ ...base, name, timeZone }),
      said: () =>
        timeZone === project.timeZone
          ? "The project is changed."
          : `Hours and days are those of ${timeZone} now. Figures of past sessions follow within minutes.`,
      undo: () => api.projects.update.mutate({ ...base, ...project }),
    });
  }

  return (
    <form key={`${project.name}\n${project.timeZone}`} onSubmit={submit} className="grid gap-3.5">
      <FaultNotice fault={fault} fields={["name", "timeZone"]} />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        defaultValue={project.name}
        readOnly={refusal !== null}
        hint={`The address stays /${base.team}/${base.project}.`}
        error={errorOf("name")}
      />
      <Select
        label="Time zone"
        name="timeZone"
        defaultValue={project.timeZone}
        disabled={refusal !== null}
        hint="Hours and days in charts are cut in it. With another one, past sessions are counted anew."
        options={zones.map((zone) => ({ value: zone, label: zone.replaceAll("_", " ") }))}
        error={errorOf("timeZone")}
      />
      {refusal === null ? (
        <Button type="submit" loading={pending} className="justify-self-start">
          Save
        </Button>
      ) : (
        <p className="text-xs text-ink-3">{refusal}</p>
      )}
    </form>
  );
}
