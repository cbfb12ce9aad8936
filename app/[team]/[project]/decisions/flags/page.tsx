import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { queryValue, type RoomParams, type RoomQuery } from "@/app/_lib/record-room";
import { roomHref } from "@/components/memory/links";
import { FlagList } from "@/components/memory/look-at-these";
import { projectHref } from "@/components/telemetry/links";
import { PageHead } from "@/components/ui/page-head";
import { LoadMore } from "@/components/ui/pagination";
import { Sheet } from "@/components/ui/sheet";
import { EmptyState } from "@/components/ui/states";

export const metadata: Metadata = { title: "Look at these" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

const CURSOR = /^\d(?:\.\d{1,4})?~\d{1,9}~\d{1,9}$/;

/** All pairs of decisions that drift apart or repeat each other; another page mark leads to the first page. */
export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  const base = { team, project };
  const after = queryValue(await searchParams, "after") ?? "";
  const cursor = CURSOR.test(after) ? after : null;
  const [owner, flags] = await pageData((api) =>
    Promise.all([api.projects.get(base), api.decisions.flags({ ...base, cursor })]),
  );
  const here = `${roomHref(base, "decisions")}/flags`;
  return (
    <>
      <PageHead
        title="Look at these"
        note="Decisions that overlap, contradict or repeat each other"
        crumbs={[
          { label: owner.team.name, href: `/${encodeURIComponent(team)}` },
          { label: owner.name, href: projectHref(base) },
          { label: "Decisions", href: roomHref(base, "decisions") },
        ]}
      />
      <Sheet className="max-w-[960px]">
        {flags.rows.length === 0 ? (
          <EmptyState>No two decisions are in each other's way.</EmptyState>
        ) : (
          <>
            <div className="px-3.5 md:px-4">
              <FlagList base={base} flags={flags} />
            </div>
            <LoadMore
              shown={flags.rows.length}
              total={flags.total}
              noun="pairs"
              nextHref={flags.nextCursor === null ? null : `${here}?after=${encodeURIComponent(flags.nextCursor)}`}
            />
          </>
        )}
      </Sheet>
    </>
  );
}
