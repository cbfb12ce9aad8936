import type { Metadata } from "next";
import type { RoomParams, RoomQuery } from "@/app/_lib/record-room";
import { FailuresPage } from "../failures-page";

export const metadata: Metadata = { title: "Failures" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  return <FailuresPage base={{ team, project }} query={await searchParams} number={null} />;
}
