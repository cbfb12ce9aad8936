import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import type { RoomParams } from "@/app/_lib/record-room";
import { roomHref } from "@/components/memory/links";
import { ReviewQueue } from "@/components/memory/review-queue";
import { projectHref } from "@/components/telemetry/links";
import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";

export const metadata: Metadata = { title: "Review drafts" };

/** Drafts of decisions, one at a time. */
export default async function Page({ params }: { params: Promise<RoomParams> }) {
  const { team, project } = await params;
  const base = { team, project };
  const [owner, queue] = await pageData((api) => Promise.all([api.projects.get(base), api.decisions.queue(base)]));
  return (
    <>
      <PageHead
        title="Review drafts"
        crumbs={[
          { label: owner.team.name, href: `/${encodeURIComponent(team)}` },
          { label: owner.name, href: projectHref(base) },
          { label: "Decisions", href: roomHref(base, "decisions") },
        ]}
      />
      <Sheet className="max-w-[960px]">
        <ReviewQueue base={base} initial={queue} />
      </Sheet>
    </>
  );
}
