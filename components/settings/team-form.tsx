"use client";

import { type FormEvent, useState } from "react";
import { useTRPCClient } from "../api/trpc";
import { Button } from "../ui/button";
import { TextField } from "../ui/text-field";
import { FaultNotice } from "./fault-notice";
import { useChange } from "./use-change";

type TeamFormProps = {
  team: { slug: string; name: string };
  /** Why it cannot be changed by this person; null when it can. */
  refusal: string | null;
};

/** The team's name and address. */
export function TeamForm({ team, refusal }: TeamFormProps) {
  const api = useTRPCClient();
  const { run, fault, pending } = useChange();
  const [slug, setSlug] = useState(team.slug);
  const errorOf = (field: string) => (fault?.field === field ? fault.message : undefined);

  function submit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const name = String(new FormData(event.currentTarget).get("name") ?? "");
    const moves = slug !== team.slug;
    void run({
      change: () => api.teams.update.mutate({ team: team.slug, name, ...(moves ? { slug } : {}) }),
      said: () => (moves ? `The team's pages are at /${slug} now.` : "The team is changed."),
      undo: moves ? undefined : () => api.teams.update.mutate({ team: team.slug, name: team.name }),
      ...(moves ? { onDone: () => window.location.assign(`/${slug}/settings/team`) } : {}),
    });
  }

  return (
    <form onSubmit={submit} className="grid gap-3.5">
      <FaultNotice fault={fault} fields={["name", "slug"]} />
      <TextField
        label="Name"
        name="name"
        required
        maxLength={80}
        defaultValue={team.name}
        readOnly={refusal !== null}
        error={errorOf("name")}
      />
      <TextField
        label="Address"
        name="slug"
        mono
        required
        maxLength={40}
        spellCheck={false}
        autoComplete="off"
        value={slug}
        readOnly={refusal !== null}
        onChange={(event) => setSlug(event.currentTarget.value.toLowerCase())}
        hint={
          slug === team.slug
            ? `All pages of the team are below /${team.slug}.`
            : `Every link changes: /${team.slug}/… stops working, also in notes and bookmarks. Keys and uploads go on.`
        }
        error={errorOf("slug")}
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
