"use client";

import { type FormEvent, type ReactNode, useId } from "react";
import type { KeyScope } from "@/server/core/access/rights";
import type { ShownFault } from "../setup/fault";
import { Checkbox, Switch } from "../ui/choice";
import { FieldMessage } from "../ui/field";
import { Notice } from "../ui/notice";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { SCOPE_WORDS } from "./scope-words";

type Named = { slug: string; name: string };

type KeyFormProps = {
  id: string;
  onSubmit: (event: FormEvent<HTMLFormElement>) => void;
  project: Named;
  projects: readonly Named[];
  allProjects: boolean;
  onAllProjects: (all: boolean) => void;
  fault: ShownFault | null;
};

const SCOPES: readonly KeyScope[] = ["ingest", "read", "context", "record"];
const LIFETIMES = [
  { value: "30", label: "30 days" },
  { value: "90", label: "90 days" },
  { value: "365", label: "1 year" },
  { value: "0", label: "Until it is revoked" },
];
const FIELDS = ["name", "scopes", "projects", "expiresInDays"];

export function KeyForm(props: KeyFormProps) {
  const { id, onSubmit, project, projects, allProjects, onAllProjects, fault } = props;
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);
  return (
    <form id={id} onSubmit={onSubmit} className="grid gap-3.5">
      {fault && !FIELDS.includes(fault.field ?? "") ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <TextField
        label="Name"
        name="name"
        required
        autoFocus
        maxLength={80}
        autoComplete="off"
        placeholder="Laptop, CI, …"
        hint="Where the key is used, so that you know later which one to revoke."
        error={errorOf("name")}
      />
      <Group label="It may" error={errorOf("scopes")}>
        {SCOPES.map((scope) => (
          <Checkbox
            key={scope}
            name="scopes"
            value={scope}
            defaultChecked
            label={SCOPE_WORDS[scope].word}
            hint={SCOPE_WORDS[scope].hint}
          />
        ))}
      </Group>
      <Group label="In the projects" error={errorOf("projects")}>
        <Switch
          label="All, later ones too"
          checked={allProjects}
          onChange={(event) => onAllProjects(event.currentTarget.checked)}
        />
        {allProjects
          ? null
          : projects.map(({ slug, name }) => (
              <Checkbox
                key={slug}
                name="projects"
                value={slug}
                defaultChecked={slug === project.slug}
                label={<span className="[overflow-wrap:anywhere]">{name}</span>}
              />
            ))}
      </Group>
      <Select label="Ends after" name="days" defaultValue="365" options={LIFETIMES} error={errorOf("expiresInDays")} />
    </form>
  );
}

function Group({ label, error, children }: { label: string; error?: string; children: ReactNode }) {
  const id = useId();
  return (
    <fieldset className="grid min-w-0 gap-1" aria-describedby={error ? `${id}-error` : undefined}>
      <legend className="mb-1 font-medium">{label}</legend>
      {children}
      <FieldMessage id={id} error={error} />
    </fieldset>
  );
}
