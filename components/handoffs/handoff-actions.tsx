"use client";

import { Check, Hand, Pencil, RotateCcw, Undo2 } from "lucide-react";
import type { HandoffView } from "@/server/core/handoffs/views";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { editHref } from "./links";
import { ShareDialog } from "./share-dialog";
import { useMove } from "./use-move";

type HandoffActionsProps = { base: Base; handoff: HandoffView };

/** What a teammate can do with a note. Who may only read sees nothing here. */
export function HandoffActions({ base, handoff }: HandoffActionsProps) {
  const { number, you } = handoff;
  const { move, error, moving } = useMove(base, number);
  if (!you.mayWrite && !you.mayShare) return null;
  return (
    <>
      <div className="flex flex-wrap gap-2">
        {you.mayShare ? <ShareDialog base={base} number={number} timeZone={handoff.timeZone} /> : null}
        {you.mayWrite ? (
          <>
            <Button collapse icon={<Pencil aria-hidden />} href={editHref(base, number)}>
              Edit
            </Button>
            <Moves handoff={handoff} move={move} moving={moving} />
          </>
        ) : null}
      </div>
      {error ? (
        <Notice tone="danger" live="alert" className="mt-2 max-w-[420px]">
          {toShownFault(error).message}
        </Notice>
      ) : null}
    </>
  );
}

type MovesProps = { handoff: HandoffView } & Pick<ReturnType<typeof useMove>, "move" | "moving">;

function Moves({ handoff, move, moving }: MovesProps) {
  const { status, claimed, you } = handoff;
  const acknowledge = (variant: "primary" | "secondary") => (
    <Button
      variant={variant}
      icon={<Check aria-hidden />}
      loading={moving === "acknowledge"}
      onClick={() => move("acknowledge")}
    >
      Acknowledge
    </Button>
  );
  if (status === "acknowledged") {
    return (
      <Button icon={<RotateCcw aria-hidden />} loading={moving === "reopen"} onClick={() => move("reopen")}>
        Reopen
      </Button>
    );
  }
  if (status === "open") {
    return (
      <>
        {acknowledge("secondary")}
        <Button
          variant="primary"
          icon={<Hand aria-hidden />}
          loading={moving === "claim"}
          onClick={() => move("claim")}
        >
          Claim
        </Button>
      </>
    );
  }
  const isYours = claimed?.memberId === you.memberId;
  return (
    <>
      {isYours || you.mayReleaseAny ? (
        <Button
          icon={<Undo2 aria-hidden />}
          loading={moving === "release"}
          // Nobody can claim in another's name, so only one's own claim comes back.
          onClick={() => move("release", { canUndo: isYours })}
        >
          Release
        </Button>
      ) : null}
      {acknowledge(isYours ? "primary" : "secondary")}
    </>
  );
}
