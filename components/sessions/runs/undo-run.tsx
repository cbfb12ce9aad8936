"use client";

import { Undo2 } from "lucide-react";
import type { RunView, UndoneView } from "@/server/core/runs/views";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { actorWords } from "../context/words";
import { EventName } from "../event-name";
import { useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import type { RunUndoer } from "./use-undo-run";

type UndoRunProps = { run: Pick<RunView, "number" | "undoneAt">; undoer: RunUndoer };

/** Takes the whole run back. No question is asked: a run can be made again. */
export function UndoRunButton({ run, undoer }: UndoRunProps) {
  const { denied } = useSessionScope();
  if (run.undoneAt !== null) return null;
  return (
    <Button
      icon={<Undo2 aria-hidden />}
      loading={undoer.isPending}
      disabledReason={denied}
      onClick={() => undoer.undo(run.number)}
    >
      Undo run
    </Button>
  );
}

type UndoneNoticeProps = { run: Pick<RunView, "undoneAt" | "undoneBy">; undoer: RunUndoer };

/** Who took the run back and when; right after it also what stayed changed, and what the client does now. */
export function UndoneNotice({ run, undoer }: UndoneNoticeProps) {
  const { undone } = undoer;
  if (run.undoneAt === null) return null;
  return (
    <Notice tone="info">
      <p>
        Undone by {run.undoneBy}, <SessionTime iso={run.undoneAt} />. It counts as never made; a new run makes the same
        changes again.
      </p>
      {undone ? <p className="mt-1">{undone.effect}</p> : null}
      {undone && undone.kept.total > 0 ? <Kept kept={undone.kept} /> : null}
    </Notice>
  );
}

function Kept({ kept }: Pick<UndoneView, "kept">) {
  return (
    <>
      <p className="mt-2">These were changed after the run, and stay as they are:</p>
      <ul aria-label="Events that stay changed" className="mt-1 grid gap-1">
        {kept.rows.map(({ ref, residency, ...by }) => (
          <li key={ref} className="flex min-w-0 flex-wrap items-center gap-x-3 text-xs">
            <EventName target={ref} label="" />
            <ResidencyGlyph residency={residency} withWord />
            <span className="text-ink-2">by {actorWords(by)}</span>
          </li>
        ))}
      </ul>
      {kept.total > kept.rows.length ? (
        <p className="mt-1 text-xs">{`The first ${formatExact(kept.rows.length)} of ${formatExact(kept.total)}.`}</p>
      ) : null}
    </>
  );
}
