import { Flag, GitBranch, GitCommitHorizontal, GitPullRequest, Layers, RotateCcw } from "lucide-react";
import type { ReactNode } from "react";
import { Chip } from "../../ui/chip";
import { formatTime } from "../../ui/format";
import { Link } from "../../ui/link";
import { type Mark, markWord } from "./marks";

const ICON: Readonly<Record<Mark["kind"], ReactNode>> = {
  stage: <Layers aria-hidden />,
  boundary: <Flag aria-hidden />,
  epoch: <RotateCcw aria-hidden />,
  branch: <GitBranch aria-hidden />,
  commit: <GitCommitHorizontal aria-hidden />,
  "pull-request": <GitPullRequest aria-hidden />,
};

export function MarkIcon({ kind }: { kind: Mark["kind"] }) {
  return ICON[kind];
}

/** A line between events: a stage that begins, a boundary, an epoch, a commit. */
export function MarkLine({ mark, rowIndex, timeZone }: { mark: Mark; rowIndex: number; timeZone: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: rows are positioned by the virtual list.
    // biome-ignore lint/a11y/useFocusableInteractive: a mark is read, not reached.
    <div
      role="row"
      aria-rowindex={rowIndex}
      data-mark={mark.kind}
      className="flex h-full items-center gap-2 border-b border-line bg-info-soft/50 px-3.5 text-xs text-ink-2 md:px-4"
    >
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <span role="cell" className="flex min-w-0 flex-1 items-center gap-2 [&_svg.lucide]:size-3.5">
        <MarkIcon kind={mark.kind} />
        <span className="truncate font-medium text-ink">{markWord(mark)}</span>
        {mark.hash ? <MarkHash hash={mark.hash} url={mark.url} /> : null}
        {!mark.hash && mark.url ? (
          <Link href={mark.url} className="shrink-0">
            Open
          </Link>
        ) : null}
        {mark.told ? null : <Chip>inferred</Chip>}
      </span>
      {/* biome-ignore lint/a11y/useSemanticElements: see above. */}
      <span role="cell" className="shrink-0 text-2xs text-ink-3">
        {formatTime(mark.atIso, timeZone)}
      </span>
    </div>
  );
}

const HASH_SHOWN = 9;

function MarkHash({ hash, url }: { hash: string; url: string | null }) {
  const short = hash.slice(0, HASH_SHOWN);
  return url ? (
    <Link href={url} className="shrink-0">
      <code>{short}</code>
    </Link>
  ) : (
    <code className="text-ink-3">{short}</code>
  );
}
