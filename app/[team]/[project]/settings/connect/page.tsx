import type { Metadata } from "next";
import { pageData } from "@/app/_lib/api";
import { ConnectScreen } from "@/components/connect/connect-screen";
import { CONNECT_CLIENTS } from "@/server/core/connect/clients";

export const metadata: Metadata = { title: "Connect an agent" };

type Props = {
  params: Promise<{ team: string; project: string }>;
  searchParams: Promise<Record<string, string | string[] | undefined>>;
};

export default async function ConnectPage({ params, searchParams }: Props) {
  const base = await params;
  const { client } = await searchParams;
  const [project, progress] = await pageData((api) => Promise.all([api.projects.get(base), api.setup.progress(base)]));
  return (
    <ConnectScreen
      base={base}
      client={CONNECT_CLIENTS.find((known) => known === client) ?? "claude-code"}
      mayUpload={progress.may.makeKey}
      crumbs={[
        { label: project.team.name, href: `/${base.team}` },
        { label: project.name, href: `/${base.team}/${base.project}` },
      ]}
    />
  );
}
