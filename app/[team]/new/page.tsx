import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { timeZones } from "@/app/_lib/time-zones";
import { NewProjectForm } from "@/components/setup/new-project-form";
import { PageHead } from "@/components/ui/page-head";
import { Sheet, SheetCell } from "@/components/ui/sheet";
import { can, ROLES } from "@/server/core/access/rights";

export const metadata: Metadata = { title: "New project" };

type Props = { params: Promise<{ team: string }> };

export default async function NewProjectPage({ params }: Props) {
  const { team: slug } = await params;
  const team = await pageData((api) => api.teams.get({ team: slug }));
  const role = ROLES.find((known) => known === team.role);
  if (!role || !can({ role, keyScopes: null }, "project:create")) forbidden();
  return (
    <>
      <PageHead title="New project" crumbs={[{ label: team.name, href: `/${slug}` }]} />
      <Sheet>
        <SheetCell>
          <NewProjectForm team={slug} timeZones={timeZones()} />
        </SheetCell>
      </Sheet>
    </>
  );
}
