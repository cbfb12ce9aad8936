import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { EditorScreen } from "@/components/handoffs/editor/editor-screen";
import { readRecordNumber } from "@/components/memory/links";
import { recordRef } from "@/server/core/decisions/record-ref";
import { blankNote } from "@/server/core/handoffs/blank";
import type { RoomParams } from "../../handoffs-page";

type Props = { params: Promise<RoomParams & { number: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const number = readRecordNumber((await params).number);
  return { title: number === null ? "Edit a handoff" : `Edit ${recordRef("handoff", number)}` };
}

export default async function Page({ params }: Props) {
  const { team, project, number: written } = await params;
  const number = readRecordNumber(written);
  if (number === null) notFound();
  const base = { team, project };
  const { edit, handoff, owner } = await pageData(async (api) => {
    const [edit, handoff, owner] = await Promise.all([
      api.handoffs.edit({ ...base, number }),
      api.handoffs.get({ ...base, number }),
      api.projects.get(base),
    ]);
    return { edit, handoff, owner };
  });
  return (
    <EditorScreen
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      edit={edit}
      note={handoff.note ?? blankNote({ session: null, at: "", client: "", agent: "" })}
    />
  );
}
