"use client";

import { useMutation } from "@tanstack/react-query";
import { Split } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { FailureView, FingerprintView, OccurrenceView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/choice";
import { formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { TextField } from "../ui/text-field";
import { eventHref, roomHref } from "./links";
import { Block } from "./record-parts";
import { useRecordChange } from "./use-record-change";

type FailureOccurrencesProps = { base: Base; failure: FailureView };

/** Where it occurred, by what the events say they are. Whoever may write chooses here what is another failure. */
export function FailureOccurrences({ base, failure }: FailureOccurrencesProps) {
  const { latest, occurrences, fingerprints } = failure;
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (key: string) =>
    setChosen((now) => new Set(now.has(key) ? [...now].filter((one) => one !== key) : [...now, key]));
  const maySplit = failure.mayWrite && occurrences > 1 && latest.length > 0;
  return (
    <Block head={`Occurrences (${formatExact(occurrences)})`}>
      {fingerprints.map((group) => (
        <Group
          key={group.fingerprint}
          {...{ base, failure, group, chosen }}
          rows={latest.filter((one) => one.fingerprint === group.fingerprint)}
          onToggle={maySplit ? toggle : null}
        />
      ))}
      {latest.length === 0 ? (
        <p className="text-ink-3">Recorded by hand. Sessions that fail the same way are listed here.</p>
      ) : null}
      {latest.length > 0 && occurrences > latest.length ? (
        <p className="text-xs text-ink-3">The latest {latest.length} are shown.</p>
      ) : null}
      {maySplit && chosen.size > 0 ? (
        <SplitForm {...{ base, failure, chosen }} onCancel={() => setChosen(new Set())} />
      ) : null}
    </Block>
  );
}

const groupKey = ({ fingerprint }: FingerprintView) => `f ${fingerprint}`;
const rowKey = ({ session, ref }: OccurrenceView) => `o ${session} ${ref}`;

type GroupProps = {
  base: Base;
  failure: FailureView;
  group: FingerprintView;
  rows: readonly OccurrenceView[];
  chosen: ReadonlySet<string>;
  /** Null for readers, and where there is nothing to split. */
  onToggle: ((key: string) => void) | null;
};

function Group({ base, failure, group, rows, chosen, onToggle }: GroupProps) {
  const isWhole = chosen.has(groupKey(group));
  const name = (
    <span className="font-mono text-xs text-ink-2 [overflow-wrap:anywhere]">
      {group.fingerprint} <span className="text-ink-3">({formatExact(group.occurrences)})</span>
    </span>
  );
  // One fingerprint alone is the whole failure, and what was moved here by hand leads elsewhere.
  const mayTakeWhole = onToggle !== null && group.leadsHere && failure.fingerprints.length > 1 && rows.length > 0;
  return (
    <section
      aria-label={`Fingerprint ${group.fingerprint}`}
      className="border-t border-line pt-2 first-of-type:border-t-0"
    >
      {mayTakeWhole ? (
        <Checkbox label={name} checked={isWhole} onChange={() => onToggle(groupKey(group))} />
      ) : (
        <p>{name}</p>
      )}
      {group.leadsHere ? null : (
        <p className="text-xs text-ink-3">Moved here by hand; others like it lead elsewhere.</p>
      )}
      <ol className="grid">
        {rows.map((one) => (
          <li
            key={rowKey(one)}
            className="flex flex-wrap items-center gap-x-3 border-t border-line py-1.5 text-xs first:border-t-0"
          >
            {onToggle !== null && one.session !== null ? (
              <Checkbox
                label={<span className="sr-only">{`S-${one.session} ctx:${shortRef(one.ref)}`}</span>}
                checked={isWhole || chosen.has(rowKey(one))}
                disabled={isWhole}
                onChange={() => onToggle(rowKey(one))}
              />
            ) : null}
            <Occurrence {...{ base, failure, one }} />
          </li>
        ))}
      </ol>
    </section>
  );
}

function Occurrence({ base, failure, one }: { base: Base; failure: FailureView; one: OccurrenceView }) {
  const { session, ref, resolvedBy } = one;
  return (
    <>
      {session === null ? (
        <span className="text-ink-3">a deleted session</span>
      ) : (
        <Link href={eventHref(base, session, ref)} title={`ctx:${ref}`} className="font-mono">
          S-{session} ctx:{shortRef(ref)}
        </Link>
      )}
      <span className="text-ink-2">{one.agent}</span>
      {resolvedBy === null || session === null ? (
        <span className="text-ink-3">{resolvedBy === null ? "unresolved" : "passed later"}</span>
      ) : (
        <Link href={eventHref(base, session, resolvedBy)} title={`ctx:${resolvedBy}`}>
          passed later
        </Link>
      )}
      {one.isMovedByHand ? <span className="text-ink-3">moved by hand</span> : null}
      <span className="ml-auto text-ink-3">
        <RelativeTime iso={one.at} nowIso={failure.asOf} timeZone={failure.timeZone} look="absolute" />
      </span>
    </>
  );
}

type SplitFormProps = FailureOccurrencesProps & { chosen: ReadonlySet<string>; onCancel: () => void };

function SplitForm({ base, failure, chosen, onCancel }: SplitFormProps) {
  const trpc = useTRPC();
  const router = useRouter();
  const { isBusy, refusal, make } = useRecordChange();
  const [title, setTitle] = useState("");
  const split = useMutation(trpc.failures.split.mutationOptions());
  const merge = useMutation(trpc.failures.merge.mutationOptions());
  const { number } = failure;
  const ref = recordRef("failure", number);
  const fingerprints = failure.fingerprints.filter((group) => chosen.has(groupKey(group)));
  const whole = new Set(fingerprints.map(({ fingerprint }) => fingerprint));
  const single = failure.latest.filter((one) => chosen.has(rowKey(one)) && !whole.has(one.fingerprint));
  const count = fingerprints.reduce((sum, group) => sum + group.occurrences, single.length);
  const onSplit = () =>
    make(
      async () => {
        const made = await split.mutateAsync({
          ...base,
          number,
          expectedVersion: failure.versions[0]?.version ?? 0,
          fingerprints: [...whole],
          occurrences: single.flatMap(({ session, ref: event }) => (session === null ? [] : [{ session, ref: event }])),
          title,
        });
        router.push(roomHref(base, "failures", {}, made.number));
        return made;
      },
      `Split off from ${ref}.`,
      (made) => merge.mutateAsync({ ...base, number: made.number, into: number, expectedVersion: made.version }),
    );
  return (
    <form
      aria-label="Split off"
      className="grid gap-2 border-l-3 border-info bg-info-soft p-3"
      onSubmit={(event) => {
        event.preventDefault();
        onSplit();
      }}
    >
      {refusal === null ? null : (
        <Notice tone="danger" live="alert">
          {refusal}
        </Notice>
      )}
      <TextField
        label="What the new failure is called"
        hint={`Empty keeps the title of ${ref}. It takes ${formatExact(count)} ${count === 1 ? "occurrence" : "occurrences"}${whole.size > 0 ? ", and what comes with the fingerprint later" : ""}.`}
        maxLength={200}
        value={title}
        onChange={(event) => setTitle(event.target.value)}
      />
      <div className="flex flex-wrap gap-2">
        <Button size="sm" variant="primary" type="submit" icon={<Split aria-hidden />} loading={isBusy}>
          Split off
        </Button>
        <Button size="sm" variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
