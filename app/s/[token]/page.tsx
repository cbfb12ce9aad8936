import type { Metadata } from "next";
import { headers } from "next/headers";
import { notFound } from "next/navigation";
import { serverApi } from "@/app/_lib/api";
import { SharedNote } from "@/components/handoffs/shared-note";
import { refusalCode } from "@/server/api/errors";

/** Says nothing of the note, so that a preview of the address in a chat tells nobody what it holds. */
export const metadata: Metadata = {
  title: "Shared handoff note",
  robots: { index: false, follow: false, nocache: true },
  referrer: "no-referrer",
};

/** Each load is one look. */
export const dynamic = "force-dynamic";

type Props = { params: Promise<{ token: string }> };

/** A note that somebody shared, for readers without an account. */
export default async function Page({ params }: Props) {
  const { token } = await params;
  const shared = await open(token);
  if (shared === null) notFound();
  return <SharedNote shared={shared} ownHost={(await headers()).get("host") ?? ""} />;
}

async function open(token: string) {
  try {
    const api = await serverApi();
    return await api.handoffs.shared({ token });
  } catch (error) {
    const code = refusalCode(error);
    // Unknown, expired, revoked and mistyped look alike.
    if (code === "NOT_FOUND" || code === "BAD_REQUEST") return null;
    throw error;
  }
}
