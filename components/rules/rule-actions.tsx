"use client";

import { useMutation } from "@tanstack/react-query";
import { Archive, Check, Pencil, RotateCcw, X } from "lucide-react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { canMove, type RuleKind } from "@/server/core/rules/statuses";
import type { RuleVersionView } from "@/server/core/rules/views";
import { roomHref } from "../memory/links";
import { useRecordChange } from "../memory/use-record-change";
import { useShortcuts } from "../shell/shortcuts/registry";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Kbd } from "../ui/chip";
import { RuleConflict } from "./rule-conflict";
import { KIND_WORDS } from "./rule-words";
import { useRuleRoom } from "./use-rule-room";

type RuleActionsProps = { base: Base; kind: RuleKind; number: number; latest: RuleVersionView };

/** A person accepts what was proposed, retires what no longer holds, restores it, or writes it better. */
export function RuleActions({ base, kind, number, latest }: RuleActionsProps) {
  const room = useRuleRoom(kind);
  const { isBusy, refusal, make, readAgain } = useRecordChange();
  const accept = useMutation(room.accept.mutationOptions());
  const retire = useMutation(room.retire.mutationOptions());
  const restore = useMutation(room.restore.mutationOptions());
  const undo = useMutation(room.undo.mutationOptions());
  const ref = recordRef(kind, number);
  const input = { ...base, number, expectedVersion: latest.version };
  const takeBack = ({ version }: { version: number }) =>
    undo.mutateAsync({ ...base, number, expectedVersion: version });
  const isProposed = canMove(latest.status, "accept");
  const onAccept = () =>
    make(() => accept.mutateAsync(input), `${ref} is active. Agents are told it from now on.`, takeBack);
  const onRetire = () =>
    make(() => retire.mutateAsync(input), isProposed ? `${ref} is dismissed.` : `${ref} is retired.`, takeBack);
  const onRestore = () => make(() => restore.mutateAsync(input), `${ref} is active again.`, takeBack);
  useShortcuts(
    isProposed
      ? [
          { keys: "a", label: "Accept it", group: "This page", run: onAccept },
          { keys: "x", label: "Dismiss it", group: "This page", run: onRetire },
        ]
      : [],
  );
  return (
    <section aria-label="Actions" className="flex flex-wrap gap-2 border-b border-line bg-sunken px-3.5 py-2.5 md:px-4">
      {isProposed ? (
        <>
          <Button
            size="sm"
            variant="primary"
            icon={<Check aria-hidden />}
            loading={accept.isPending}
            onClick={() => isBusy || onAccept()}
          >
            Accept
            <span className="max-md:hidden" aria-hidden>
              <Kbd>A</Kbd>
            </span>
          </Button>
          <Button size="sm" icon={<X aria-hidden />} loading={retire.isPending} onClick={() => isBusy || onRetire()}>
            Dismiss
            <span className="max-md:hidden" aria-hidden>
              <Kbd>X</Kbd>
            </span>
          </Button>
        </>
      ) : null}
      {latest.status === "active" ? (
        <Button
          size="sm"
          icon={<Archive aria-hidden />}
          loading={retire.isPending}
          onClick={() => isBusy || onRetire()}
        >
          Retire
        </Button>
      ) : null}
      {latest.status === "retired" ? (
        <Button
          size="sm"
          icon={<RotateCcw aria-hidden />}
          loading={restore.isPending}
          onClick={() => isBusy || onRestore()}
        >
          Restore
        </Button>
      ) : (
        <Button
          size="sm"
          icon={<Pencil aria-hidden />}
          href={`${roomHref(base, KIND_WORDS[kind].room, {}, number)}/edit`}
        >
          Edit
        </Button>
      )}
      {refusal === null ? null : (
        <div className="basis-full">
          <RuleConflict {...{ base, kind, number }} seen={latest} message={refusal} onReadAgain={readAgain} />
        </div>
      )}
    </section>
  );
}
