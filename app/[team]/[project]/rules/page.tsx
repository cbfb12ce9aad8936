import { redirect } from "next/navigation";
import type { RoomParams } from "@/app/_lib/record-room";
import { roomHref } from "@/components/memory/links";

/** The room opens with what guards the work. */
export default async function Page({ params }: { params: Promise<RoomParams> }) {
  redirect(roomHref(await params, "rules/constraints"));
}
