"use client";

import clsx from "clsx";
import { Archive, RotateCcw } from "lucide-react";
import { useId, useState } from "react";
import { estimateTokens } from "@/server/core/events/tokens";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { TextArea } from "../../ui/text-field";
import { useSessionScope } from "../session-scope";
import { closedBecause, RESIDENCIES, type Residency, standingOf } from "./standing";
import type { EventChanger } from "./use-event-change";

type ResidencyControlProps = { detail: EventDetail; changer: EventChanger };

/** Full, kept meaning or marker: choosing shows what it does, a button does it. */
export function ResidencyControl({ detail, changer }: ResidencyControlProps) {
  const { denied } = useSessionScope();
  const standing = standingOf(detail);
  const [choice, setChoice] = useState<Residency>(standing.residency);
  const name = useId();
  return (
    <div className="grid gap-2.5">
      <fieldset className="grid grid-cols-3 overflow-clip rounded-md border border-control">
        <legend className="sr-only">What the model sees</legend>
        {RESIDENCIES.map((residency) => {
          const closed = denied ?? closedBecause(detail, residency);
          return (
            <label
              key={residency}
              title={closed ?? undefined}
              className={clsx(
                "relative grid h-[calc(var(--spacing-control)-2px)] place-items-center border-r border-line text-sm last:border-r-0",
                "has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-focus",
                "has-checked:bg-accent-soft has-checked:font-medium has-checked:text-accent-ink has-checked:shadow-[inset_0_-2px_0_var(--color-accent)]",
                closed === null ? "cursor-pointer hover:bg-hover" : "text-ink-3",
              )}
            >
              <input
                type="radio"
                name={name}
                value={residency}
                data-residency={residency}
                checked={choice === residency}
                disabled={changer.pending !== null || (closed !== null && residency !== standing.residency)}
                onChange={() => {
                  changer.forget();
                  setChoice(residency);
                }}
                className="absolute inset-0 m-0 cursor-[inherit] appearance-none outline-none"
              />
              <ResidencyGlyph residency={residency} withWord />
            </label>
          );
        })}
      </fieldset>
      {choice === standing.residency && choice !== "retained" ? null : (
        <Consequence key={choice} detail={detail} choice={choice} changer={changer} />
      )}
    </div>
  );
}

type ConsequenceProps = ResidencyControlProps & { choice: Residency };

function Consequence({ detail, choice, changer }: ConsequenceProps) {
  if (choice === "full") return <Restore detail={detail} changer={changer} />;
  if (choice === "reference") return <ArchiveAsMarker detail={detail} changer={changer} />;
  return <ArchiveWithMeaning detail={detail} changer={changer} />;
}

function Restore({ detail, changer }: ResidencyControlProps) {
  const { denied } = useSessionScope();
  const prior = standingOf(detail);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-xs text-ink-2">The model gets the stored text again, exactly as it was.</p>
      <Button
        icon={<RotateCcw aria-hidden />}
        loading={changer.pending === "restore"}
        disabledReason={denied}
        onClick={() => changer.change({ kind: "restore", ref: detail.row.ref, prior })}
      >
        Restore
      </Button>
    </div>
  );
}

function ArchiveAsMarker({ detail, changer }: ResidencyControlProps) {
  const { denied } = useSessionScope();
  const prior = standingOf(detail);
  return (
    <div className="grid justify-items-start gap-2">
      <p className="text-xs text-ink-2">Only a marker stays in the window. The text is kept and can be restored.</p>
      <Button
        icon={<Archive aria-hidden />}
        loading={changer.pending === "archive"}
        disabledReason={denied}
        onClick={() => changer.change({ kind: "archive", ref: detail.row.ref, retained: null, prior })}
      >
        Archive
      </Button>
    </div>
  );
}

function ArchiveWithMeaning({ detail, changer }: ResidencyControlProps) {
  const { denied } = useSessionScope();
  const prior = standingOf(detail);
  const [text, setText] = useState(prior.retained ?? detail.plannedMeaning ?? "");
  const before = detail.row.tokens;
  const isSame = prior.residency === "retained" && text.trim() === prior.retained;
  const empty = text.trim() === "" ? "Write what the model shall still know of it" : null;
  return (
    <div className="grid justify-items-start gap-2">
      <TextArea
        label="Kept meaning"
        className="w-full"
        rows={5}
        mono
        maxLength={20_000}
        value={text}
        readOnly={denied !== null}
        hint={`About ${formatExact(estimateTokens(text))} tokens in place of ${formatExact(before)}.`}
        onChange={(event) => setText(event.currentTarget.value)}
      />
      <Button
        icon={<Archive aria-hidden />}
        loading={changer.pending === "archive"}
        disabledReason={denied ?? empty ?? (isSame ? "This is what the model sees now" : null)}
        onClick={() => changer.change({ kind: "archive", ref: detail.row.ref, retained: text, prior })}
      >
        Archive with this meaning
      </Button>
    </div>
  );
}
