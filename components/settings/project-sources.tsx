"use client";

import { X } from "lucide-react";
import { type FormEvent, useRef } from "react";
import type { SourceKind } from "@/server/core/teams/project-source";
import { useTRPCClient } from "../api/trpc";
import { Button, IconButton } from "../ui/button";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { FaultNotice } from "./fault-notice";
import { useChange } from "./use-change";

type Source = { kind: SourceKind; value: string };

type ProjectSourcesProps = {
  base: { team: string; project: string };
  sources: readonly Source[];
  mayWrite: boolean;
};

const KIND_WORDS: Readonly<Record<SourceKind, string>> = { git_remote: "git remote", root: "folder" };

/** How sessions find the project by themselves. */
export function ProjectSources({ base, sources, mayWrite }: ProjectSourcesProps) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const form = useRef<HTMLFormElement>(null);

  function add(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const data = new FormData(event.currentTarget);
    const kind: SourceKind = data.get("kind") === "root" ? "root" : "git_remote";
    void run({
      change: () => api.projects.addSource.mutate({ ...base, kind, value: String(data.get("value") ?? "") }),
      said: ({ value }) => `Sessions from ${value} come here.`,
      undo: (added) => api.projects.removeSource.mutate({ ...base, ...added }),
    }).then((done) => done && form.current?.reset());
  }

  const remove = (source: Source) =>
    void run({
      change: () => api.projects.removeSource.mutate({ ...base, ...source }),
      said: ({ value }) => `${value} leads here no more. Its sessions stay.`,
      undo: (removed) => api.projects.addSource.mutate({ ...base, ...removed }),
    });

  return (
    <>
      <ul className="grid gap-px">
        {sources.map((source) => (
          <li
            key={`${source.kind}:${source.value}`}
            className="flex min-h-9 items-center gap-2.5 border-b border-line last:border-b-0"
          >
            <span className="w-[84px] shrink-0 text-xs text-ink-3">{KIND_WORDS[source.kind]}</span>
            <code className="min-w-0 flex-1 text-sm! [overflow-wrap:anywhere]">{source.value}</code>
            {mayWrite ? (
              <IconButton
                size="sm"
                label={`Remove ${source.value}`}
                icon={<X aria-hidden />}
                onClick={() => remove(source)}
              />
            ) : null}
          </li>
        ))}
      </ul>
      {sources.length === 0 ? (
        <p className="text-ink-2">No remote and no folder leads here yet: uploads must name the project themselves.</p>
      ) : null}
      {mayWrite ? (
        <form ref={form} onSubmit={add} className="grid items-end gap-2 sm:grid-cols-[120px_minmax(0,1fr)_auto]">
          <Select
            label="Kind"
            name="kind"
            options={[
              { value: "git_remote", label: "git remote" },
              { value: "root", label: "folder" },
            ]}
          />
          <TextField
            label="Remote or folder"
            name="value"
            mono
            required
            spellCheck={false}
            autoComplete="off"
            placeholder="git@github.com:acme/billing-api.git"
          />
          <Button type="submit" loading={pending}>
            Add
          </Button>
        </form>
      ) : null}
      <FaultNotice fault={fault} />
      <p className="text-xs text-ink-3">
        A repository can also say it itself, in a file <code>.steward.json</code> at its top:{" "}
        <code>{`{ "project": "${base.project}" }`}</code>
      </p>
    </>
  );
}
