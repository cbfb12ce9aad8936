import type { Metadata } from "next";
import type { RoomParams, RoomQuery } from "@/app/_lib/record-room";
import { RulesPage } from "../../rules-page";

export const metadata: Metadata = { title: "Preferences" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

export default async function Page({ params, searchParams }: Props) {
  return <RulesPage base={await params} kind="preference" query={await searchParams} number={null} />;
}
