import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { type RoomParams, type RoomQuery, SummariesPage } from "../summaries-page";

type Props = { params: Promise<RoomParams & { number: string }>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Session summaries" : recordRef("summary", number) };
}

export default async function Page({ params, searchParams }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  return <SummariesPage base={{ team, project }} query={await searchParams} number={number} />;
}
