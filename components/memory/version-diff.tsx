"use client";

import { useRouter } from "next/navigation";
import { fieldChanges, type ShownField } from "@/server/core/decisions/field-changes";
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

/** Any two versions beside each other; which two stands in the address. */
export function VersionDiff({ versions, asked, timeZone }: VersionDiffProps) {
  const router = useRouter();
  const [before, after] = chosenOf(versions, asked);
  if (!before || !after) return null;
  const show = (from: string, to: string) => {
    const params = new URLSearchParams(window.location.search);
    params.set("diff", `${from}-${to}`);
    router.replace(`?${params.toString()}`, { scroll: false });
  };
  const options = versions.map(({ version, createdAt, author }) => ({
    value: String(version),
    label: `v${version}, ${formatDay(createdAt, timeZone)}, ${author}`,
  }));
  const label = `Version ${after.version} against version ${before.version}`;
  return (
    <section aria-labelledby="changes" className="grid gap-2.5 border-t border-line pt-4" id="diff">
      <div className="flex flex-wrap items-center gap-2">
        <h3 id="changes" className="mr-auto text-xs font-medium text-ink-2">
          {label}
        </h3>
        <Select
          label="Compare"
          hideLabel
          className="w-[190px]"
          options={options}
          value={String(before.version)}
          onChange={(event) => show(event.target.value, String(after.version))}
        />
        <span className="text-ink-3">to</span>
        <Select
          label="With"
          hideLabel
          className="w-[190px]"
          options={options}
          value={String(after.version)}
          onChange={(event) => show(String(before.version), event.target.value)}
        />
      </div>
      <FieldChanges changes={fieldChanges(before.fields, after.fields)} label={label} />
    </section>
  );
}

function chosenOf(versions: readonly ComparedVersion[], asked: string | null) {
  const [, from, to] = /^(\d{1,9})-(\d{1,9})$/.exec(asked ?? "") ?? [];
  const find = (written: string | undefined) => versions.find(({ version }) => String(version) === written);
  return [find(from) ?? versions[1], find(to) ?? versions[0]] as const;
}
