import type { Metadata } from "next";
import { type RecordParams, type RoomQuery, recordNumberOf } from "@/app/_lib/record-room";
import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { RulesPage } from "../../rules-page";

type Props = { params: Promise<RecordParams>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Preferences" : recordRef("preference", number) };
}

export default async function Page({ params, searchParams }: Props) {
  const { number, ...base } = await params;
  return <RulesPage base={base} kind="preference" query={await searchParams} number={recordNumberOf(number)} />;
}
