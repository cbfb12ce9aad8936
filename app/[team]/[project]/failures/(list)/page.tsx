import type { Metadata } from "next";
import { FailuresPage, type RoomParams, type RoomQuery } from "../failures-page";

export const metadata: Metadata = { title: "Failures" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  return <FailuresPage base={{ team, project }} query={await searchParams} number={null} />;
}
