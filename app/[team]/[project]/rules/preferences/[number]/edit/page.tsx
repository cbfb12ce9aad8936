import type { Metadata } from "next";
import { type RecordParams, recordNumberOf } from "@/app/_lib/record-room";
import { RuleFormPage } from "../../../rule-form-page";

export const metadata: Metadata = { title: "Edit preference" };

export default async function Page({ params }: { params: Promise<RecordParams> }) {
  const { number, ...base } = await params;
  return <RuleFormPage base={base} kind="preference" number={recordNumberOf(number)} />;
}
