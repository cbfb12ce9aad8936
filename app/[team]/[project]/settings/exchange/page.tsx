import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { ExchangeScreen } from "@/components/exchange/exchange-screen";
import { can, ROLES } from "@/server/core/access/rights";

export const metadata: Metadata = { title: "Import and export" };

type Props = { params: Promise<{ team: string; project: string }> };

export default async function ExchangePage({ params }: Props) {
  const base = await params;
  const project = await pageData((api) => api.projects.get(base));
  const role = ROLES.find((known) => known === project.role) ?? "viewer";
  return (
    <ExchangeScreen
      base={base}
      crumbs={[
        { label: project.team.name, href: `/${base.team}` },
        { label: project.name, href: `/${base.team}/${base.project}` },
      ]}
      mayImport={can({ role, keyScopes: null }, "memory:write")}
    />
  );
}
