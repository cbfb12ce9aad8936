import type { Metadata } from "next";
import type { RoomParams, RoomQuery } from "@/app/_lib/record-room";
import { DecisionsPage } from "../decisions-page";

export const metadata: Metadata = { title: "Decisions" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  return <DecisionsPage base={{ team, project }} query={await searchParams} number={null} />;
}
