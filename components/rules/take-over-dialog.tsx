"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { ListChecks } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import type { TakeOverPreview } from "@/server/core/rules/listed-constraints";
import { useTRPC } from "../api/trpc";
import { roomHref } from "../memory/links";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/choice";
import { Dialog, DialogClose } from "../ui/dialog";
import { Notice } from "../ui/notice";
import { EmptyState, ErrorState, Skeleton } from "../ui/states";
import { useToast } from "../ui/toast";

type TakeOverDialogProps = { base: Base; path: string };

/** The lists of a CONSTRAINTS.md as constraints: what they would become is shown first. */
export function TakeOverDialog({ base, path }: TakeOverDialogProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const toast = useToast();
  const [isOpen, setIsOpen] = useState(false);
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set());
  const preview = useQuery({
    ...trpc.documents.previewConstraints.queryOptions({ ...base, path }),
    enabled: isOpen,
    staleTime: 0,
  });
  const takeOver = useMutation(trpc.documents.takeOver.mutationOptions());
  const items = preview.data?.items ?? [];
  const chosen = items.flatMap(({ known }, at) => (known === null && !left.has(at) ? [at] : []));

  const onTakeOver = async (version: number) => {
    const made = await takeOver
      .mutateAsync({ ...base, path, expectedVersion: version, items: chosen })
      .catch(() => null);
    if (made === null) return;
    setIsOpen(false);
    toast({ message: `${countOf(made.created.length)} proposed.` });
    router.push(roomHref(base, "rules/constraints", { status: "proposed" }));
    router.refresh();
  };
  return (
    <Dialog
      title="Take over as constraints"
      description="Each becomes a proposed constraint. Agents are told it once somebody accepts it."
      size="lg"
      open={isOpen}
      onOpenChange={setIsOpen}
      trigger={
        <Button size="sm" icon={<ListChecks aria-hidden />}>
          Take over as constraints
        </Button>
      }
      footer={
        <>
          <DialogClose>
            <Button variant="ghost">Cancel</Button>
          </DialogClose>
          {chosen.length === 0 ? null : (
            <Button
              variant="primary"
              loading={takeOver.isPending}
              onClick={() => preview.data && void onTakeOver(preview.data.version)}
            >
              Propose {countOf(chosen.length)}
            </Button>
          )}
        </>
      }
    >
      {takeOver.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(takeOver.error).message}
        </Notice>
      ) : null}
      {preview.isPending ? <Skeleton lines={5} label="Reading the document" /> : null}
      {preview.error ? (
        <ErrorState onRetry={() => void preview.refetch()}>{toShownFault(preview.error).message}</ErrorState>
      ) : null}
      {preview.data && items.length === 0 ? (
        <EmptyState>
          This document has no list. Write each constraint as a list item, such as “- Never edit dist”.
        </EmptyState>
      ) : null}
      <ul className="grid gap-2.5">
        {items.map((item, at) => (
          <li key={item.text}>
            <Choice
              item={item}
              isChosen={chosen.includes(at)}
              onChange={(isChosen) => {
                const next = new Set(left);
                if (isChosen) next.delete(at);
                else next.add(at);
                setLeft(next);
              }}
            />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

type ChoiceProps = {
  item: TakeOverPreview["items"][number];
  isChosen: boolean;
  onChange: (isChosen: boolean) => void;
};

function Choice({ item, isChosen, onChange }: ChoiceProps) {
  const { title, known, affectedPaths, tags } = item;
  const facts = [
    known === null ? "" : `${known} says it already`,
    affectedPaths.length > 0 ? `for ${affectedPaths.join(", ")}` : "",
    tags.length > 0 ? `tagged ${tags.join(", ")}` : "",
  ].filter((fact) => fact !== "");
  return (
    <Checkbox
      label={title}
      hint={facts.join(" · ")}
      checked={isChosen}
      disabled={known !== null}
      onChange={(event) => onChange(event.target.checked)}
    />
  );
}

function countOf(count: number): string {
  return `${count} ${count === 1 ? "constraint" : "constraints"}`;
}
