import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { CompareScreen } from "@/components/handoffs/compare-screen";
import { readCompared } from "@/components/handoffs/links";
import { readRecordNumber } from "@/components/memory/links";
import { summariesHref, summaryHref } from "@/components/summaries/links";
import { toSearchParams } from "@/components/telemetry/search-params";
import { recordRef } from "@/server/core/decisions/record-ref";
import { OWN_HEADING } from "@/server/core/session-summary/form";
import type { RoomParams, RoomQuery } from "../../summaries-page";

type Props = { params: Promise<RoomParams & { number: string }>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Versions" : `Versions of ${recordRef("summary", number)}` };
}

export default async function Page({ params, searchParams }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  const base = { team, project };
  const query = toSearchParams(await searchParams);
  const { summary, owner, compared } = await pageData(async (api) => {
    const [summary, owner] = await Promise.all([api.summaries.get({ ...base, number }), api.projects.get(base)]);
    const compared = await api.summaries.compare({ ...base, number, ...readCompared(query, summary.version) });
    return { summary, owner, compared };
  });
  return (
    <CompareScreen
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      room={{ label: "Summaries", href: summariesHref(base) }}
      home={{ label: recordRef("summary", number), href: summaryHref(base, number) }}
      versions={summary.versions}
      timeZone={summary.timeZone}
      from={compared.from}
      to={compared.to}
      ownHeading={OWN_HEADING}
    />
  );
}
