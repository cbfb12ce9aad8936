import type { ReactNode } from "react";
import { TeamFrame } from "@/app/_lib/shell";

type Props = { children: ReactNode; params: Promise<{ team: string }> };

export default async function Layout({ children, params }: Props) {
  const { team } = await params;
  return <TeamFrame team={team}>{children}</TeamFrame>;
}
