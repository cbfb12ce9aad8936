import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { queryValue, type RoomParams, type RoomQuery } from "@/app/_lib/record-room";
import { DecisionForm } from "@/components/memory/decision-form";
import { FormPage } from "@/components/memory/form-parts";
import { readRecordNumber, roomHref } from "@/components/memory/links";
import { DecisionInput } from "@/server/core/decisions/decision-input";

export const metadata: Metadata = { title: "New decision" };

/** Every field at its default; a title has none. */
const EMPTY = DecisionInput.parse({ title: "-" });

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

/** `?supersedes=27` and `?amends=27` begin with what the new decision replaces, whole or in part. */
export default async function Page({ params, searchParams }: Props) {
  const base = await params;
  const query = await searchParams;
  const named = (name: string) => {
    const number = readRecordNumber(queryValue(query, name) ?? "");
    return number === null ? [] : [number];
  };
  const [owner, list] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.decisions.list({ ...base, limit: 1 })]),
  );
  if (!list.mayWrite) forbidden();
  const start = { ...EMPTY, title: "", supersedes: named("supersedes"), amends: named("amends") };
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title="New decision"
      room={{ label: "Decisions", href: roomHref(base, "decisions") }}
    >
      <DecisionForm base={base} timeZone={list.timeZone} start={start} edited={null} mayAccept={list.mayAccept} />
    </FormPage>
  );
}
