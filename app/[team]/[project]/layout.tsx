import type { Metadata } from "next";
import type { ReactNode } from "react";
import { Frame, ProjectTop } from "@/app/_lib/shell";

type Props = { children: ReactNode; params: Promise<{ team: string; project: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { project } = await params;
  return { title: { default: project, template: `%s · ${project} · Context Steward` } };
}

export default async function ProjectLayout({ children, params }: Props) {
  const { team, project } = await params;
  return (
    <Frame team={team} project={project}>
      <ProjectTop team={team} project={project} />
      {children}
    </Frame>
  );
}
