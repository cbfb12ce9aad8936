"use client";

import { useMutation } from "@tanstack/react-query";
import { Archive, Ellipsis, Pencil, Plus, Replace, Send, Split } from "lucide-react";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { canBecome, mayBeEdited } from "@/server/core/decisions/transitions";
import type { DecisionVersionView, DecisionView } from "@/server/core/decisions/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { Button, IconButton } from "../ui/button";
import { Menu, type MenuItem } from "../ui/menu";
import { DecisionConflict } from "./decision-conflict";
import { roomHref } from "./links";
import { SupersedeDialog } from "./supersede-dialog";
import { useRecordChange } from "./use-record-change";

type DecisionActionsProps = { base: Base; number: number; latest: DecisionVersionView; may: DecisionView["may"] };

/** What can be done with a decision beside reviewing it: write it better, name what replaces it, let it go. */
export function DecisionActions({ base, number, latest, may }: DecisionActionsProps) {
  const trpc = useTRPC();
  const { refusal, make, readAgain } = useRecordChange();
  const [isChoosing, setIsChoosing] = useState(false);
  const propose = useMutation(trpc.decisions.propose.mutationOptions());
  const deprecate = useMutation(trpc.decisions.deprecate.mutationOptions());
  const supersede = useMutation(trpc.decisions.supersede.mutationOptions());
  const undo = useMutation(trpc.decisions.undo.mutationOptions());
  const ref = recordRef("decision", number);
  const input = { ...base, number, expectedVersion: latest.version };
  const takeBack = (made: { number: number; version: number }) =>
    undo.mutateAsync({ ...base, number: made.number, expectedVersion: made.version });

  const items: MenuItem[] = [];
  if (canBecome(latest.status, "proposed")) {
    items.push({
      key: "propose",
      label: "Propose it",
      icon: <Send aria-hidden />,
      onSelect: () => make(() => propose.mutateAsync(input), `${ref} is proposed.`, takeBack),
    });
  }
  if (may.review && canBecome(latest.status, "superseded")) {
    items.push(
      {
        key: "replace",
        label: "Replace with a new decision",
        icon: <Plus aria-hidden />,
        href: `${roomHref(base, "decisions")}/new?supersedes=${number}`,
      },
      {
        key: "amend",
        label: "Amend with a new decision",
        icon: <Split aria-hidden />,
        href: `${roomHref(base, "decisions")}/new?amends=${number}`,
      },
      {
        key: "supersede",
        label: "Superseded or amended by another…",
        icon: <Replace aria-hidden />,
        onSelect: () => setIsChoosing(true),
      },
    );
  }
  if (may.review && canBecome(latest.status, "deprecated")) {
    items.push({
      key: "deprecate",
      label: "Deprecate: it no longer holds",
      icon: <Archive aria-hidden />,
      onSelect: () => make(() => deprecate.mutateAsync(input), `${ref} is deprecated.`, takeBack),
    });
  }
  const onChosen = (successor: number, inPart: boolean) => {
    setIsChoosing(false);
    const said = `${recordRef("decision", successor)} ${inPart ? "amends" : "replaces"} ${ref}, once it is accepted.`;
    make(() => supersede.mutateAsync({ ...input, successor, inPart }), said, takeBack);
  };
  return (
    <>
      {mayBeEdited(latest.status) ? (
        <Button size="sm" icon={<Pencil aria-hidden />} href={`${roomHref(base, "decisions", {}, number)}/edit`}>
          Edit
        </Button>
      ) : null}
      {items.length > 0 ? (
        <Menu
          align="end"
          trigger={<IconButton size="sm" label="More actions" icon={<Ellipsis aria-hidden />} />}
          groups={[{ key: "actions", items }]}
        />
      ) : null}
      <SupersedeDialog base={base} number={number} open={isChoosing} onOpenChange={setIsChoosing} onChosen={onChosen} />
      {refusal === null ? null : (
        <div className="basis-full">
          <DecisionConflict {...{ base, number }} seen={latest} message={refusal} onReadAgain={readAgain} />
        </div>
      )}
    </>
  );
}
