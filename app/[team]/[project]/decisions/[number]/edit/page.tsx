import type { Metadata } from "next";
import { forbidden, notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { queryValue, type RecordParams, type RoomQuery, recordNumberOf } from "@/app/_lib/record-room";
import { DecisionForm } from "@/components/memory/decision-form";
import { FormPage } from "@/components/memory/form-parts";
import { roomHref } from "@/components/memory/links";
import { inputOfDecision } from "@/server/core/decisions/decision-input";
import { recordRef } from "@/server/core/decisions/record-ref";

export const metadata: Metadata = { title: "Edit decision" };

type Props = { params: Promise<RecordParams>; searchParams: Promise<RoomQuery> };

/** `?from=review` leads back to the review of drafts once it is saved. */
export default async function Page({ params, searchParams }: Props) {
  const isReview = queryValue(await searchParams, "from") === "review";
  const { number: written, ...base } = await params;
  const number = recordNumberOf(written);
  const [owner, decision] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.decisions.get({ ...base, number })]),
  );
  const [seen] = decision.versions;
  if (!seen) notFound();
  if (!decision.may.write) forbidden();
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title={`Edit ${recordRef("decision", number)}`}
      room={{ label: "Decisions", href: roomHref(base, "decisions") }}
    >
      <DecisionForm
        base={base}
        timeZone={decision.timeZone}
        start={inputOfDecision(seen)}
        edited={{ number, seen }}
        mayAccept={decision.may.review}
        backHref={isReview ? `${roomHref(base, "decisions")}/review` : undefined}
      />
    </FormPage>
  );
}
