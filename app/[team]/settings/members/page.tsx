import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { MembersTable } from "@/components/members/members-table";
import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";

export const metadata: Metadata = { title: "Members" };

type Props = { params: Promise<{ team: string }> };

export default async function MembersPage({ params }: Props) {
  const { team: slug } = await params;
  const [team, members] = await pageData((api) =>
    Promise.all([api.teams.get({ team: slug }), api.teams.members({ team: slug })]),
  );
  const note = members.length === 1 ? "1 person" : `${members.length} people`;
  return (
    <>
      <PageHead title="Members" crumbs={[{ label: team.name, href: `/${slug}` }]} note={note} />
      <Sheet>
        <MembersTable members={members} />
      </Sheet>
    </>
  );
}
