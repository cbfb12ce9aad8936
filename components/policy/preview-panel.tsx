"use client";

import { useState } from "react";
import type { PolicyPreview } from "@/server/api/routers/policy/preview";
import { toShownFault } from "../setup/fault";
import { type Base, sessionHref } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { formatExact, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { Select } from "../ui/select";
import { ErrorState, Skeleton } from "../ui/states";
import { useDraft } from "./draft";
import { versionName } from "./judged-words";
import { PreviewSessions } from "./preview-sessions";
import { usePreview } from "./use-preview";

const COUNTS = [5, 10, 20];

/** What the draft would have done to the last sessions, before it is saved. */
export function PreviewPanel({ base }: { base: Base }) {
  const { denied, changes, problems, saved } = useDraft();
  const [count, setCount] = useState(COUNTS[0] ?? 5);
  const { data, error, isWanted, isBehind, refetch } = usePreview(base, count);
  const next = saved.version + 1;
  return (
    <section aria-labelledby="policy-preview" className="border-b border-line px-3.5 py-4 md:px-5">
      <div className="flex items-start justify-between gap-3">
        <div className="min-w-0">
          <h2 id="policy-preview">Effect on the last sessions</h2>
          <p className="text-xs text-ink-3">
            {isWanted
              ? `Draft v${next} against ${versionName(saved.version)}. Judged just now, nothing is saved or changed.`
              : "Shown before anything is saved."}
          </p>
        </div>
        {denied === null ? (
          <Select
            label="Sessions"
            hideLabel
            value={String(count)}
            onChange={(event) => setCount(Number(event.currentTarget.value))}
            options={COUNTS.map((option) => ({ value: String(option), label: `Last ${option}` }))}
            className="w-[104px] shrink-0"
          />
        ) : null}
      </div>
      <div aria-live="polite" aria-busy={isWanted && isBehind} className="mt-3">
        {isWanted ? (
          <Shown data={data} error={error} isBehind={isBehind} base={base} onRetry={() => void refetch()} />
        ) : (
          <p className="text-ink-2">{idleWords(denied, changes.length, problems.length)}</p>
        )}
      </div>
    </section>
  );
}

function idleWords(denied: string | null, changes: number, problems: number): string {
  if (denied !== null) return "Those who may change the policy see here what a change would have done.";
  if (problems > 0) return "Correct the fields that are marked; the preview follows.";
  return changes === 0 ? "Change something, and see what it would have done to the last sessions." : "";
}

type ShownProps = {
  data: PolicyPreview | undefined;
  error: unknown;
  isBehind: boolean;
  base: Base;
  onRetry: () => void;
};

function Shown({ data, error, isBehind, base, onRetry }: ShownProps) {
  if (error && !isBehind) return <ErrorState onRetry={onRetry}>{toShownFault(error).message}</ErrorState>;
  if (!data) return <Skeleton lines={6} label="The last sessions are judged under the draft" />;
  if (data.sessions.length === 0 && data.leftOut.length === 0) {
    return (
      <p className="text-ink-2">
        This project has no sessions yet. Save the policy; the first ones are judged under it.
      </p>
    );
  }
  return (
    <div>
      {/* Dimmed figures would be hard to read, so a line says that they are of the draft before the last change. */}
      <p className="mb-1.5 h-[1.5em] text-xs text-ink-2">
        {isBehind ? "Being judged again; these are of the draft before." : ""}
      </p>
      <Totals preview={data} />
      <Meaning preview={data} />
      <PreviewSessions preview={data} base={base} />
      <LeftOut preview={data} base={base} />
    </div>
  );
}

type Figures = PolicyPreview["sessions"][number]["now"];

function Totals({ preview }: { preview: PolicyPreview }) {
  const sum = (pick: (figures: Figures) => number) => ({
    now: preview.sessions.reduce((total, { now }) => total + pick(now), 0),
    draft: preview.sessions.reduce((total, { draft }) => total + pick(draft), 0),
  });
  const again = preview.sessions.flatMap(({ neededAgain }) => neededAgain ?? []);
  return (
    <dl className="grid grid-cols-2 gap-px border border-line bg-line">
      <Total
        name="Could be saved"
        {...sum(({ savedTokens }) => savedTokens)}
        format={formatTokens}
        unit="tokens"
        more="good"
      />
      <Total name="Events that change" {...sum(({ changedEvents }) => changedEvents)} format={formatExact} />
      <Total name="Protected events" {...sum(({ protectedEvents }) => protectedEvents)} format={formatExact} />
      <Total name="Blocked removals" {...sum(({ blockedRemovals }) => blockedRemovals)} format={formatExact} />
      <Total name="Proven noise" {...sum(({ provenTokens }) => provenTokens)} format={formatTokens} unit="tokens" />
      <Total name="Idle" {...sum(({ idleTokens }) => idleTokens)} format={formatTokens} unit="tokens" />
      {again.length > 0 ? (
        <Total
          name="Needed again"
          now={again.reduce((total, { now }) => total + now, 0)}
          draft={again.reduce((total, { draft }) => total + draft, 0)}
          format={formatExact}
          more="bad"
        />
      ) : null}
    </dl>
  );
}

type TotalProps = {
  name: string;
  now: number;
  draft: number;
  format: (value: number) => string;
  unit?: string;
  /** Whether more of it is better; without it a difference is neither. */
  more?: "good" | "bad";
};

function Total({ name, now, draft, format, unit, more }: TotalProps) {
  const isGood = more !== undefined && draft > now === (more === "good");
  const tone = more === undefined ? "text-ink-2" : isGood ? "text-ok" : "text-danger";
  return (
    <div className="bg-surface px-3 py-2 last:odd:col-span-2">
      <dt className="text-xs text-ink-2">{name}</dt>
      <dd className="text-lg font-medium tracking-[-0.02em]" title={`${formatExact(draft)}, was ${formatExact(now)}`}>
        {format(draft)}
        {unit ? <span className="ml-1 text-xs font-normal tracking-normal text-ink-3">{unit}</span> : null}
        <span className={`ml-1.5 text-xs font-normal tracking-normal ${draft === now ? "text-ink-3" : tone}`}>
          {draft === now ? "no change" : `was ${format(now)}`}
        </span>
      </dd>
    </div>
  );
}

/** Why a change may show no difference, and what thresholds and batching would have done. */
function Meaning({ preview }: { preview: PolicyPreview }) {
  const { changes } = useDraft();
  const differing = preview.sessions.reduce((total, session) => total + session.differing, 0);
  const sentences = [
    differing > 0
      ? `${formatExact(differing)} ${plural(differing, "event")} would be left in another state; the heaviest stand below each session.`
      : `No event of these sessions would be left in another state.`,
    ...(changes.some(({ section }) => section === "thresholds") ? [adviceWords(preview)] : []),
    ...(changes.some(({ section }) => section === "batching") ? [commitWords(preview)] : []),
    ...(changes.some(({ section }) => section === "stages")
      ? ["What a stage loads counts from the next session on; recorded ones stay as they are."]
      : []),
  ];
  return <p className="mt-3 text-pretty text-ink-2">{sentences.join(" ")}</p>;
}

function adviceWords({ sessions }: PolicyPreview): string {
  const known = sessions.flatMap(({ now, draft }) =>
    now.advised && draft.advised ? [{ now: now.advised, draft: draft.advised }] : [],
  );
  if (known.length === 0) return "No session reports how full its window was, so advice cannot be counted.";
  const words = (["prune", "compact", "checkpoint"] as const).map((name) => {
    const draft = known.reduce((total, side) => total + side.draft[name], 0);
    const now = known.reduce((total, side) => total + side.now[name], 0);
    return `${name} at ${formatExact(draft)} ${plural(draft, "request")}${draft === now ? "" : ` (was ${formatExact(now)})`}`;
  });
  return `Above the thresholds: ${words.join(", ")}.`;
}

function commitWords({ sessions }: PolicyPreview): string {
  const count = (side: "now" | "draft") => sessions.filter((session) => session[side].commit.commits).length;
  const was = count("now") === count("draft") ? "" : ` (was ${count("now")})`;
  return `The last plan would be committed in ${count("draft")} of ${sessions.length} ${plural(sessions.length, "session")}${was}.`;
}

function LeftOut({ preview, base }: { preview: PolicyPreview; base: Base }) {
  if (preview.leftOut.length === 0) return null;
  return (
    <div className="mt-3 text-xs text-ink-2">
      <p>
        {preview.leftOut.length} {plural(preview.leftOut.length, "session is", "sessions are")} left out:
      </p>
      <ul className="list-inside list-disc">
        {preview.leftOut.map(({ number, title, why }) => (
          <li key={number}>
            <Link href={sessionHref(base, number)} prefetch={false}>
              S-{number}
            </Link>{" "}
            {title ? `${title}. ` : ""}
            {why}
          </li>
        ))}
      </ul>
    </div>
  );
}
