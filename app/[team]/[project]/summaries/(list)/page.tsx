import type { Metadata } from "next";
import { type RoomParams, type RoomQuery, SummariesPage } from "../summaries-page";

export const metadata: Metadata = { title: "Session summaries" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  return <SummariesPage base={{ team, project }} query={await searchParams} number={null} />;
}
