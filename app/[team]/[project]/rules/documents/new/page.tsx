import type { Metadata } from "next";
import { forbidden } from "next/navigation";
import { pageData } from "@/app/_lib/api";
import { queryValue, type RoomParams, type RoomQuery } from "@/app/_lib/record-room";
import { FormPage } from "@/components/memory/form-parts";
import { readDocumentPlace } from "@/components/rules/document-place";
import { DocumentUpload } from "@/components/rules/document-upload";
import { documentsHref } from "@/components/rules/rules-tabs";

export const metadata: Metadata = { title: "Upload a document" };

type Props = { params: Promise<RoomParams>; searchParams: Promise<RoomQuery> };

/** Uploads a document: a new one, or the next version of the one that the address names. */
export default async function Page({ params, searchParams }: Props) {
  const base = await params;
  const query = await searchParams;
  const { path } = readDocumentPlace((name) => queryValue(query, name));
  const [owner, list, known] = await pageData((api) =>
    Promise.all([
      api.projects.get(base),
      api.documents.list({ ...base, limit: 1 }),
      path === null ? null : api.documents.get({ ...base, path }),
    ]),
  );
  if (!list.mayWrite) forbidden();
  return (
    <FormPage
      base={base}
      names={{ team: owner.team.name, project: owner.name }}
      title={known ? `Upload ${known.path} again` : "Upload a document"}
      room={{ label: "Documents", href: documentsHref(base) }}
    >
      <DocumentUpload
        base={base}
        known={known ? { path: known.path, version: known.version, text: known.text } : null}
      />
    </FormPage>
  );
}
