import type { Metadata } from "next";
import type { ReactNode } from "react";
import { pageData } from "@/app/_lib/api";

type Props = { children: ReactNode; params: Promise<{ team: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { team } = await params;
  return { title: { default: team, template: `%s · ${team} · Context Steward` } };
}

/** Nobody sees anything below a team before the team is known to be theirs. */
export default async function TeamLayout({ children, params }: Props) {
  const { team } = await params;
  await pageData((api) => api.teams.get({ team }));
  return children;
}
