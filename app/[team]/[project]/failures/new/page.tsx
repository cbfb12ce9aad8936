import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import type { RoomParams } from "@/app/_lib/record-room";
import { FailureForm } from "@/components/memory/failure-form";
import { FormPage } from "@/components/memory/form-parts";
import { roomHref } from "@/components/memory/links";
import { FAILURE_TYPES } from "@/server/core/failures/group-failures";

export const metadata: Metadata = { title: "Record a failure" };

const NOTHING = { title: "", description: "", approach: "", rootCause: "", fix: "" };

export default async function Page({ params }: { params: Promise<RoomParams> }) {
  const base = await params;
  const [owner, list] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.failures.list({ ...base, limit: 1 })]),
  );
  if (!list.mayWrite) forbidden();
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title="Record a failure"
      room={{ label: "Failures", href: roomHref(base, "failures") }}
    >
      <FailureForm
        base={base}
        start={{ ...NOTHING, type: FAILURE_TYPES[2], affectedPaths: [], tags: [], evidence: [] }}
        edited={null}
      />
    </FormPage>
  );
}
