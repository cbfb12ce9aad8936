"use client";

import { useMutation } from "@tanstack/react-query";
import { RotateCcw, Trash2, Upload } from "lucide-react";
import { useRouter } from "next/navigation";
import type { DocumentView } from "@/server/core/rules/document";
import { useTRPC } from "../api/trpc";
import { useRecordChange } from "../memory/use-record-change";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { documentsHref } from "./rules-tabs";
import { TakeOverDialog } from "./take-over-dialog";

type DocumentActionsProps = { base: Base; document: DocumentView };

/** A person uploads the next version, takes its constraints over, removes the document or brings it back. */
export function DocumentActions({ base, document }: DocumentActionsProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { isBusy, refusal, make, readAgain } = useRecordChange();
  const remove = useMutation(trpc.documents.remove.mutationOptions());
  const restore = useMutation(trpc.documents.restore.mutationOptions());
  const { path, version, kind, removedAt } = document;
  const input = { ...base, path, expectedVersion: version };
  const changed = <T extends { version: number }>(made: T) => ({ ...made, number: made.version });
  const onRestore = () =>
    make(async () => {
      const made = changed(await restore.mutateAsync(input));
      router.push(documentsHref(base, { path }));
      return made;
    }, `${path} is in use again.`);
  const onRemove = () =>
    make(
      async () => {
        const made = changed(await remove.mutateAsync(input));
        router.push(documentsHref(base));
        return made;
      },
      `${path} is removed.`,
      () => restore.mutateAsync(input),
    );
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-2 border-b border-line bg-sunken px-3.5 py-2.5 md:px-4">
      {removedAt === null ? (
        <>
          <Button
            size="sm"
            icon={<Upload aria-hidden />}
            href={`${documentsHref(base)}/new?path=${encodeURIComponent(path)}`}
          >
            Upload again
          </Button>
          {kind === "constraints" ? <TakeOverDialog {...{ base, path }} /> : null}
          <Button
            size="sm"
            variant="ghost"
            icon={<Trash2 aria-hidden />}
            loading={remove.isPending}
            onClick={() => isBusy || onRemove()}
          >
            Remove
          </Button>
        </>
      ) : (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          loading={restore.isPending}
          onClick={() => isBusy || onRestore()}
        >
          Restore
        </Button>
      )}
      {refusal === null ? null : (
        <div className="basis-full">
          <Notice
            tone="danger"
            live="alert"
            action={
              <Button size="sm" onClick={readAgain}>
                Read again
              </Button>
            }
          >
            {refusal}
          </Notice>
        </div>
      )}
    </section>
  );
}
