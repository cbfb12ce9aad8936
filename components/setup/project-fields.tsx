"use client";

import { TextField } from "../ui/text-field";
import type { ShownFault } from "./fault";
import { TimeZoneSelect } from "./time-zone-select";

type ProjectFieldsProps = { timeZones: readonly string[]; fault: ShownFault | null; autoFocus?: boolean };

/** The fields of a new project, for the first one and for later ones. */
export function ProjectFields({ timeZones, fault, autoFocus }: ProjectFieldsProps) {
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);
  return (
    <>
      <TextField
        label="Project"
        name="projectName"
        required
        maxLength={80}
        autoFocus={autoFocus}
        placeholder="billing-api"
        hint="Most teams make one for each repository."
        error={errorOf("name")}
      />
      <TimeZoneSelect timeZones={timeZones} error={errorOf("timeZone")} />
      <TextField
        label="Git remote (optional)"
        name="gitRemote"
        mono
        autoComplete="off"
        spellCheck={false}
        placeholder="git@github.com:acme/billing-api.git"
        hint="Sessions from clones of it find this project by themselves."
        error={errorOf("gitRemote")}
      />
    </>
  );
}

/** What the form holds, as `projects.create` takes it. */
export function readProject(data: FormData) {
  const text = (name: string) => String(data.get(name) ?? "").trim();
  const gitRemote = text("gitRemote");
  return { name: text("projectName"), timeZone: text("timeZone") || "UTC", gitRemote: gitRemote || undefined };
}
