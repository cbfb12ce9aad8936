import type { Metadata } from "next";
import { type Api, pageData } from "@/app/_lib/api";
import { queryValue, type RoomParams, type RoomQuery } from "@/app/_lib/record-room";
import { readDocumentPlace } from "@/components/rules/document-place";
import { DocumentsScreen } from "@/components/rules/documents-screen";

export const metadata: Metadata = { title: "Documents" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

/** The documents, and the one that the address names or the first. */
export default async function Page({ params, searchParams }: Props) {
  const base = await params;
  const query = await searchParams;
  const place = readDocumentPlace((name) => queryValue(query, name));
  const { isRemoved, cursor } = place;
  const shown = await pageData(async (api) => {
    const [list, owner] = await Promise.all([
      api.documents.list({ ...base, isRemoved, cursor }),
      api.projects.get(base),
    ]);
    const path = place.path ?? list.rows[0]?.path ?? null;
    const document = path === null ? null : await api.documents.get({ ...base, path });
    const compared = document && (await readCompared(api, base, document.path, place.diff));
    return { list, names: { team: owner.team.name, project: owner.name }, document, compared };
  });
  return <DocumentsScreen {...{ base, place }} {...shown} />;
}

/** The texts of the two versions that the address compares. */
async function readCompared(api: Api, base: RoomParams, path: string, diff: readonly [number, number] | null) {
  if (diff === null) return null;
  const [before, after] = await Promise.all(diff.map((version) => api.documents.get({ ...base, path, version })));
  return before && after ? { before, after } : null;
}
