"use client";

import type { PolicyPreview } from "@/server/api/routers/policy/preview";
import { shortRef } from "../sessions/ref-name";
import { type Base, sessionHref } from "../telemetry/links";
import { kindWord, plural } from "../telemetry/words";
import { formatExact, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { ResidencyGlyph } from "../ui/residency-glyph";
import { versionName } from "./judged-words";

type Session = PolicyPreview["sessions"][number];
type Example = Session["examples"][number];

/** Session by session: what the windows would hold after a plan, now and under the draft, and why they differ. */
export function PreviewSessions({ preview, base }: { preview: PolicyPreview; base: Base }) {
  const scale = Math.max(1, ...preview.sessions.map(({ now }) => now.beforeTokens));
  if (preview.sessions.length === 0) return null;
  return (
    <div className="mt-4">
      <div className="mb-1.5 flex flex-wrap items-baseline justify-between gap-x-3">
        <h3>Windows after a plan</h3>
        <p className="flex gap-3 text-xs text-ink-2">
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden className="data-fill inline-block size-2.5 bg-results" /> {versionName(preview.version)}
          </span>
          <span className="inline-flex items-center gap-1.5">
            <i aria-hidden className="data-fill inline-block size-2.5 bg-accent" /> draft
          </span>
        </p>
      </div>
      <ul>
        {preview.sessions.map((session) => (
          <SessionLine key={session.number} session={session} base={base} scale={scale} version={preview.version} />
        ))}
      </ul>
    </div>
  );
}

type SessionLineProps = { session: Session; base: Base; scale: number; version: number };

function SessionLine({ session, base, scale, version }: SessionLineProps) {
  const { now, draft, number, title, differing, neededAgain } = session;
  const after = { now: now.beforeTokens - now.savedTokens, draft: draft.beforeTokens - draft.savedTokens };
  const change = after.draft - after.now;
  const width = (tokens: number) => `${(Math.max(0, tokens) / scale) * 100}%`;
  return (
    <li className="border-t border-line py-2">
      <div className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3">
        <Link href={sessionHref(base, number)} prefetch={false} look="plain" className="truncate hover:underline">
          <span className="mr-1.5 font-mono text-xs text-ink-3">S-{number}</span>
          {title ?? "Untitled session"}
        </Link>
        <span className="text-right whitespace-nowrap">
          <span className="font-medium">{formatTokens(after.draft)}</span>{" "}
          <span className={change < 0 ? "text-ok" : change > 0 ? "text-danger" : "text-ink-3"}>
            {change === 0 ? "no change" : `${change < 0 ? "−" : "+"}${formatTokens(Math.abs(change))}`}
          </span>
          {neededAgain ? (
            <span className="ml-2 text-ink-2">
              again {formatExact(neededAgain.draft)} (was {formatExact(neededAgain.now)})
            </span>
          ) : null}
        </span>
      </div>
      <div
        role="img"
        aria-label={`${formatTokens(after.now)} tokens under ${versionName(version)}, ${formatTokens(after.draft)} under the draft`}
        className="data-fill relative mt-1 h-3"
      >
        <i className="absolute inset-y-0 left-0 bg-results" style={{ width: width(after.now) }} />
        <i
          className="absolute inset-y-[3px] left-0 bg-accent outline-[1.5px] outline-sunken"
          style={{ width: width(after.draft) }}
        />
      </div>
      <p className="mt-1 text-xs text-ink-3">
        Could be saved {formatTokens(draft.savedTokens)} (was {formatTokens(now.savedTokens)}) ·{" "}
        {formatExact(draft.changedEvents)} {plural(draft.changedEvents, "change")} (was {formatExact(now.changedEvents)}
        ) · {formatExact(draft.protectedEvents)} protected · {formatExact(draft.blockedRemovals)} blocked
      </p>
      {differing > 0 ? <Examples session={session} base={base} /> : null}
    </li>
  );
}

function Examples({ session, base }: { session: Session; base: Base }) {
  const { differing, examples, number } = session;
  const summary = `${formatExact(differing)} ${plural(differing, "event differs", "events differ")}`;
  return (
    <details className="mt-1">
      <summary className="link inline-block min-h-6 text-xs">
        {summary}
        {differing > examples.length ? `, the ${examples.length} heaviest` : ""}
      </summary>
      <ul className="mt-1 grid gap-2 border-l-3 border-line pl-3">
        {examples.map((example) => (
          <ExampleLine key={example.ref} example={example} base={base} number={number} />
        ))}
      </ul>
    </details>
  );
}

function ExampleLine({ example, base, number }: { example: Example; base: Base; number: number }) {
  const { ref, thread, kind, tool, target, tokens, now, draft } = example;
  return (
    <li className="text-xs">
      <p className="flex flex-wrap items-center gap-x-2">
        <Link href={sessionHref(base, number, { thread, event: ref })} prefetch={false} className="font-mono">
          ctx:{shortRef(ref)}
        </Link>
        <span className="[overflow-wrap:anywhere]">
          {tool ?? kindWord(kind)} {target ?? ""}
        </span>
        <span className="text-ink-3">{formatExact(tokens)} tokens</span>
      </p>
      <p className="flex flex-wrap items-center gap-x-2 text-ink-2">
        <ResidencyGlyph residency={now.to} withWord />→<ResidencyGlyph residency={draft.to} withWord />
      </p>
      <p className="text-pretty text-ink-2">
        {draft.reason ?? "No rule speaks under the draft; the event stays in full."}
      </p>
      <p className="text-pretty text-ink-3">Before: {now.reason ?? "no rule spoke; the event stayed in full."}</p>
    </li>
  );
}
