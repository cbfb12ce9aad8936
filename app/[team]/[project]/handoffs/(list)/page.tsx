import type { Metadata } from "next";
import { HandoffsPage, type RoomParams, type RoomQuery } from "../handoffs-page";

export const metadata: Metadata = { title: "Handoffs" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  const { team, project } = await params;
  return <HandoffsPage base={{ team, project }} query={await searchParams} number={null} />;
}
