"use client";

import { useRouter, useSearchParams } from "next/navigation";
import { useEffect, useRef } from "react";
import { fieldChanges, type ShownField } from "@/server/core/decisions/field-changes";
import { Switch } from "../ui/choice";
import { formatDay } from "../ui/format";
import { Select } from "../ui/select";
import { FieldChanges } from "./field-changes";

export type ComparedVersion = { version: number; createdAt: string; author: string; fields: ShownField[] };

type VersionDiffProps = {
  /** Newest first, at least two. */
  versions: readonly ComparedVersion[];
  /** What the address asks for: `3-4`; else the newest change. */
  asked: string | null;
  timeZone: string;
};

/** What differs between any two versions, inline or side by side; which two and how stands in the address. */
export function VersionDiff({ versions, asked, timeZone }: VersionDiffProps) {
  const router = useRouter();
  const isBeside = useSearchParams().get("layout") === "beside";
  const ref = useRef<HTMLElement>(null);
  // Whoever asked for two versions came from elsewhere in the record, and what differs may be out of sight.
  useEffect(() => {
    if (asked !== null) ref.current?.scrollIntoView({ block: "nearest" });
  }, [asked]);
  const [before, after] = chosenOf(versions, asked);
  if (!before || !after) return null;
  const set = (name: string, value: string) => {
    const params = new URLSearchParams(window.location.search);
    params.set(name, value);
    router.replace(`?${params.toString()}`, { scroll: false });
  };
  const show = (from: string, to: string) => set("diff", `${from}-${to}`);
  const options = versions.map(({ version, createdAt, author }) => ({
    value: String(version),
    label: `v${version}, ${formatDay(createdAt, timeZone)}, ${author}`,
  }));
  const label = `Version ${after.version} against version ${before.version}`;
  return (
    <section
      ref={ref}
      aria-labelledby="changes"
      className="grid scroll-mt-32 scroll-mb-16 gap-2.5 border-t border-line pt-4"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="changes" className="mr-auto text-xs font-medium text-ink-2">
          {label}
        </h3>
        <Switch
          label="Side by side"
          checked={isBeside}
          onChange={(event) => set("layout", event.target.checked ? "beside" : "inline")}
        />
        <div className="flex basis-full items-center gap-2">
          <Select
            label="Compare"
            hideLabel
            className="max-w-[190px] min-w-0 flex-1"
            options={options}
            value={String(before.version)}
            onChange={(event) => show(event.target.value, String(after.version))}
          />
          <span className="text-ink-3">to</span>
          <Select
            label="With"
            hideLabel
            className="max-w-[190px] min-w-0 flex-1"
            options={options}
            value={String(after.version)}
            onChange={(event) => show(String(before.version), event.target.value)}
          />
        </div>
      </div>
      <FieldChanges changes={fieldChanges(before.fields, after.fields)} label={label} isBeside={isBeside} />
    </section>
  );
}

function chosenOf(versions: readonly ComparedVersion[], asked: string | null) {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(asked ?? "") ?? [];
  const find = (written: string | undefined) => versions.find(({ version }) => String(version) === written);
  return [find(from) ?? versions[1], find(to) ?? versions[0]] as const;
}
