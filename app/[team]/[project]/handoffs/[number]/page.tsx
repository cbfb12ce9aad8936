import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { HandoffsPage, type RoomParams, type RoomQuery } from "../handoffs-page";

type Props = { params: Promise<RoomParams & { number: string }>; searchParams: Promise<RoomQuery> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Handoffs" : recordRef("handoff", number) };
}

export default async function Page({ params, searchParams }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  return <HandoffsPage base={{ team, project }} query={await searchParams} number={number} />;
}
