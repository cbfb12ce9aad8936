"use client";

import { Download } from "lucide-react";
import { useRouter } from "next/navigation";
import type { FormEvent } from "react";
import type { AuditPage } from "@/server/api/routers/audit/list";
import { RangePicker } from "../telemetry/range-picker";
import { Button } from "../ui/button";
import { FilterBar, FilterChip } from "../ui/filters";
import { Menu } from "../ui/menu";
import { Select } from "../ui/select";
import { TextField } from "../ui/text-field";
import { type AuditPlace, auditHref } from "./audit-href";
import { auditWords } from "./audit-words";

type AuditFiltersProps = { team: string; page: AuditPage; place: AuditPlace; nowIso: string };

/** Who, what, to which record, where and when; the address says it, so that a link shares the list. */
export function AuditFilters({ team, page, place, nowIso }: AuditFiltersProps) {
  const router = useRouter();
  const { actor, action, subject, project, from, to } = place;
  const hrefOf = (change: Partial<AuditPlace>) => auditHref(team, { ...place, cursor: null, ...change });
  const open = (change: Partial<AuditPlace>) => router.push(hrefOf(change));
  const onSubject = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const value = new FormData(event.currentTarget).get("subject");
    open({ subject: typeof value === "string" && value.trim() !== "" ? value.trim() : null });
  };
  return (
    <FilterBar>
      <Select
        label="Who"
        hideLabel
        className="w-[190px]"
        value={actor ?? ""}
        onChange={(event) => open({ actor: event.currentTarget.value || null })}
        options={[
          { value: "", label: "Everybody" },
          ...page.people.map(({ id, name, left }) => ({ value: id, label: left ? `${name} (left)` : name })),
          { value: "system", label: "The server" },
        ]}
      />
      <Select
        label="What"
        hideLabel
        className="w-[250px]"
        value={action ?? ""}
        onChange={(event) => open({ action: event.currentTarget.value || null })}
        options={[
          { value: "", label: "Everything" },
          ...page.actions.map((value) => ({ value, label: auditWords(value) })),
        ]}
      />
      <Select
        label="Project"
        hideLabel
        className="w-[170px]"
        value={project ?? ""}
        onChange={(event) => open({ project: event.currentTarget.value || null })}
        options={[
          { value: "", label: "Every project" },
          ...page.projects.map(({ slug, name }) => ({ value: slug, label: name })),
        ]}
      />
      {subject === null ? (
        <form onSubmit={onSubject}>
          <TextField
            label="Record"
            hideLabel
            name="subject"
            placeholder="Record: DEC-014"
            maxLength={100}
            className="w-[150px]"
          />
        </form>
      ) : (
        <FilterChip field="Record" operator="is" value={subject} removeHref={hrefOf({ subject: null })} />
      )}
      {from || to ? (
        <FilterChip
          field="Days"
          operator="are"
          value={`${from ?? "the first"} to ${to ?? "today"}`}
          removeHref={hrefOf({ from: null, to: null })}
        />
      ) : (
        <RangePicker
          words="All time"
          compared={null}
          from=""
          to={nowIso.slice(0, 10)}
          timeZone="UTC"
          hrefWithoutRange={hrefOf({ from: null, to: null })}
        />
      )}
    </FilterBar>
  );
}

/** The list under its filter as a file. The browser fetches it: a router must not follow a link to a file. */
export function AuditExport({ team, place }: { team: string; place: AuditPlace }) {
  const get = (format: string) => () =>
    window.location.assign(auditHref(team, { ...place, cursor: null }, "/export", { format }));
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden />} collapse>
          Export
        </Button>
      }
      groups={[
        {
          key: "files",
          heading: "This list, under its filters",
          items: [
            { key: "csv", label: "CSV", hint: "a table", onSelect: get("csv") },
            { key: "json", label: "JSON", hint: "for a program", onSelect: get("json") },
          ],
        },
      ]}
    />
  );
}
