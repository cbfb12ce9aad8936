import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { CompareScreen } from "@/components/handoffs/compare-screen";
import { inboxHref, noteHref, readCompared } from "@/components/handoffs/links";
import { readRecordNumber } from "@/components/memory/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { RoomParams, RoomQuery } from "../../handoffs-page";

type Props = { params: Promise<RoomParams & { number: string }>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Versions" : `Versions of ${recordRef("handoff", number)}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  const base = { team, project };
  const query = toSearchParams(await searchParams);
  const shown = await pageData(async (api) => {
    const [handoff, owner] = await Promise.all([api.handoffs.get({ ...base, number }), api.projects.get(base)]);
    const compared = readCompared(query, handoff.version);
    const [from, to] = await Promise.all([
      api.handoffs.version({ ...base, number, version: compared.from }),
      api.handoffs.version({ ...base, number, version: compared.to }),
    ]);
    return { handoff, owner, from, to };
  });
  return (
    <CompareScreen
      base={base}
      names={{ team: shown.owner.team.name, project: shown.owner.name }}
      room={{ label: "Handoffs", href: inboxHref(base) }}
      home={{ label: recordRef("handoff", number), href: noteHref(base, number) }}
      versions={shown.handoff.versions}
      timeZone={shown.handoff.timeZone}
      from={shown.from}
      to={shown.to}
    />
  );
}
