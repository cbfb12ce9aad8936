import type { Metadata } from "next";
import type { RoomParams } from "@/app/_lib/record-room";
import { RuleFormPage } from "../../rule-form-page";

export const metadata: Metadata = { title: "New preference" };

export default async function Page({ params }: { params: Promise<RoomParams> }) {
  return <RuleFormPage base={await params} kind="preference" number={null} />;
}
