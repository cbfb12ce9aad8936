import type { Metadata } from "next";
import { type RecordParams, type RoomQuery, recordNumberOf } from "@/app/_lib/record-room";
import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { DecisionsPage } from "../decisions-page";

type Props = { params: Promise<RecordParams>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Decisions" : recordRef("decision", number) };
}

export default async function Page({ params, searchParams }: Props) {
  const { team, project, number } = await params;
  return <DecisionsPage base={{ team, project }} query={await searchParams} number={recordNumberOf(number)} />;
}
