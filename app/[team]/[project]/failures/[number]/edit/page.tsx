import type { Metadata } from "next";
import { forbidden, notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { type RecordParams, recordNumberOf } from "@/app/_lib/record-room";
import { FailureForm } from "@/components/memory/failure-form";
import { FormPage } from "@/components/memory/form-parts";
import { roomHref } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { inputOfFailure } from "@/server/core/failures/failure-input";

export const metadata: Metadata = { title: "Edit failure" };

export default async function Page({ params }: { params: Promise<RecordParams> }) {
  const { number: written, ...base } = await params;
  const [owner, failure] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.failures.get({ ...base, number: recordNumberOf(written) })]),
  );
  // The number of a merged failure leads to the one that stands for both.
  const { number } = failure;
  const [seen] = failure.versions;
  if (!seen) notFound();
  if (!failure.mayWrite) forbidden();
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title={`Edit ${recordRef("failure", number)}`}
      room={{ label: "Failures", href: roomHref(base, "failures") }}
    >
      <FailureForm base={base} start={inputOfFailure(seen)} edited={{ number, seen }} />
    </FormPage>
  );
}
