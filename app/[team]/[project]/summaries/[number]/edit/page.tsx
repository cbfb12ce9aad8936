import type { Metadata } from "next";
import { forbidden, notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { readRecordNumber } from "@/components/memory/links";
import { summariesHref, summaryHref } from "@/components/summaries/links";
import { SummaryEditor } from "@/components/summaries/summary-editor";
import { projectHref } from "@/components/telemetry/links";
import { Kbd } from "@/components/ui/chip";
import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { RoomParams } from "../../summaries-page";

type Props = { params: Promise<RoomParams & { number: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Edit a summary" : `Edit ${recordRef("summary", number)}` };
}

export default async function Page({ params }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  const base = { team, project };
  const { summary, opened, owner } = await pageData(async (api) => {
    const [summary, owner] = await Promise.all([api.summaries.get({ ...base, number }), api.projects.get(base)]);
    const opened = await api.summaries.version({ ...base, number, version: summary.version });
    return { summary, opened, owner };
  });
  if (!summary.mayWrite) forbidden();
  const ref = recordRef("summary", number);
  return (
    <>
      <PageHead
        title={`Edit ${ref}`}
        crumbs={[
          { label: owner.team.name, href: `/${encodeURIComponent(team)}` },
          { label: owner.name, href: projectHref(base) },
          { label: "Summaries", href: summariesHref(base) },
          { label: ref, href: summaryHref(base, number) },
        ]}
        actions={
          <span className="text-xs text-ink-3 max-md:hidden">
            <Kbd>Ctrl</Kbd> <Kbd>S</Kbd> saves
          </span>
        }
      />
      <Sheet>
        <SummaryEditor
          base={base}
          number={number}
          opened={opened}
          session={summary.session?.number ?? null}
          timeZone={summary.timeZone}
        />
      </Sheet>
    </>
  );
}
