"use client";

import { RotateCcw } from "lucide-react";
import type { PolicyView } from "@/server/api/routers/policy/get";
import type { PolicyVersion } from "@/server/api/routers/policy/versions";
import { applyBody } from "@/server/core/policy/merge";
import { plural } from "../telemetry/words";
import { Button } from "../ui/button";
import { Chip } from "../ui/chip";
import { formatExact } from "../ui/format";
import { RelativeTime } from "../ui/relative-time";
import { ChangeList } from "./change-list";
import { useDraft } from "./draft";

type VersionsPanelProps = {
  versions: readonly PolicyVersion[];
  hasMore: boolean;
  judged: PolicyView["judged"];
  nowIso: string;
  timeZone: string;
  /** A version was loaded into the draft. */
  onRestore: (version: number) => void;
};

/** Every version of the policy: what it changed, who saved it, and how many sessions it has judged. */
export function VersionsPanel({ versions, hasMore, judged, nowIso, timeZone, onRestore }: VersionsPanelProps) {
  return (
    <section aria-labelledby="policy-versions" className="px-3.5 py-4 md:px-5">
      <h2 id="policy-versions">Versions</h2>
      <p className="text-xs text-ink-3">A saved version never changes. Every figure of a session is of one version.</p>
      <ol className="mt-2">
        {versions.map((version, index) => (
          <VersionLine
            key={version.version}
            version={version}
            isInForce={index === 0}
            sessions={judged.find((row) => row.version === version.version)?.sessions ?? 0}
            nowIso={nowIso}
            timeZone={timeZone}
            onRestore={onRestore}
          />
        ))}
      </ol>
      {hasMore ? <p className="mt-2 text-xs text-ink-3">Older versions are not listed here.</p> : null}
    </section>
  );
}

type VersionLineProps = Pick<VersionsPanelProps, "nowIso" | "timeZone" | "onRestore"> & {
  version: PolicyVersion;
  isInForce: boolean;
  sessions: number;
};

function VersionLine({ version: row, isInForce, sessions, nowIso, timeZone, onRestore }: VersionLineProps) {
  const { denied, change } = useDraft();
  const { version, note, by, at, changes, problem, body } = row;
  const restore = () => {
    change((current) => applyBody(body, current.version));
    onRestore(version);
  };
  return (
    <li id={`v${version}`} className="scroll-mt-24 border-t border-line py-2.5 target:bg-selected">
      <div className="flex flex-wrap items-center gap-x-2.5 gap-y-1">
        <span className="font-semibold">v{version}</span>
        {isInForce ? <Chip tone="ok">in force</Chip> : null}
        <span className="text-xs text-ink-3">
          {at === null ? (
            "where every project starts"
          ) : (
            <>
              {by ?? "a member who left"}, <RelativeTime iso={at} nowIso={nowIso} timeZone={timeZone} look="absolute" />
            </>
          )}
        </span>
        <span className="text-xs text-ink-3">
          {sessions === 0 ? "judges no session now" : `judged ${formatExact(sessions)} ${plural(sessions, "session")}`}
        </span>
        {isInForce || denied !== null || problem !== null ? null : (
          <Button size="sm" className="ml-auto" icon={<RotateCcw aria-hidden />} onClick={restore}>
            Restore v{version}
          </Button>
        )}
      </div>
      {note ? <p className="mt-1 text-pretty text-ink-2 [overflow-wrap:anywhere]">{note}</p> : null}
      {problem ? <p className="mt-1 text-warn">It cannot be read any more and counts as strict. {problem}</p> : null}
      {version === 0 ? (
        <p className="mt-1 text-ink-2">The strict preset, unchanged.</p>
      ) : (
        <details className="mt-1" open={isInForce && changes.length <= 3}>
          <summary className="link inline-block min-h-6 text-xs">
            {changes.length} {plural(changes.length, "change")} to the version before
          </summary>
          <div className="mt-1.5">
            <ChangeList changes={changes} />
          </div>
        </details>
      )}
    </li>
  );
}
