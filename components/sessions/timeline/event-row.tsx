import clsx from "clsx";
import {
  Bot,
  Brain,
  ChevronRight,
  CornerDownRight,
  FileText,
  LayoutGrid,
  Lock,
  MessageSquare,
  Minus,
  ScrollText,
  Settings2,
  Share2,
  User,
} from "lucide-react";
import NextLink from "next/link";
import { memo, type ReactNode } from "react";
import {
  OUTLINE_HISTORY,
  OUTLINE_KINDS,
  OUTLINE_NOISE,
  type Outline,
  RESIDENCIES,
  type ThreadSummary,
  type TimelineRow,
} from "@/server/core/telemetry/session-views";
import { TokenChange } from "../../charts/token-change";
import { agentLook } from "../../telemetry/agent-look";
import { kindWord } from "../../telemetry/words";
import { Chip } from "../../ui/chip";
import { Monogram } from "../../ui/monogram";
import { NoiseChip } from "../../ui/noise-chip";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { Reason } from "../reason";
import { shortRef } from "../ref-name";

type EventKindName = (typeof OUTLINE_KINDS)[number];

const ICON: Readonly<Record<EventKindName, ReactNode>> = {
  user_prompt: <User aria-hidden />,
  assistant_message: <MessageSquare aria-hidden />,
  thinking: <Brain aria-hidden />,
  tool_call: <ChevronRight aria-hidden />,
  tool_result: <CornerDownRight aria-hidden />,
  skill_load: <LayoutGrid aria-hidden />,
  rule_injection: <ScrollText aria-hidden />,
  agent_output: <Bot aria-hidden />,
  memory_query: <FileText aria-hidden />,
  graph_query: <Share2 aria-hidden />,
  summary: <Minus aria-hidden />,
  system: <Settings2 aria-hidden />,
  other: <FileText aria-hidden />,
};

export type RowContext = {
  outline: Outline;
  agentOrder: readonly string[];
  client: string;
  scaleTokens: number;
  hrefOfEvent: (ref: string) => string;
  onOpen: (ref: string) => void;
  /** The thread that a call started, by the call and by its result. */
  startedBy: ReadonlyMap<string, ThreadSummary>;
  hrefOfThread: (thread: string) => string;
};

type EventRowProps = RowContext & {
  index: number;
  /** Null until its details have come; place and size are known from the outline. */
  row: TimelineRow | null;
  selected: boolean;
  /** It does not match what is looked for. */
  dimmed: boolean;
  /** It has the list's only tab stop. */
  focusable: boolean;
  rowIndex: number;
  /** It arrived while the page was open. */
  fresh: boolean;
};

/** The columns of the timeline; the head uses the same. On a phone two lines: what and tokens, then why. */
export const COLUMNS =
  "grid grid-cols-[20px_minmax(0,1fr)_auto] md:grid-cols-[76px_20px_minmax(0,1.15fr)_minmax(0,1fr)_104px] gap-x-2";

/** One event: ref, residency, who and what, why, tokens. Scrolling draws only the rows that came into sight. */
export const EventRow = memo(function EventRow(props: EventRowProps) {
  const { outline, index, row, selected, dimmed, focusable, rowIndex, scaleTokens, onOpen } = props;
  const ref = outline.refs[index] ?? "";
  const residency = RESIDENCIES[outline.residency[index] ?? 0] ?? "full";
  const isPrompt = OUTLINE_KINDS[outline.kinds[index] ?? 0] === "user_prompt";
  const isHistory = ((outline.flags[index] ?? 0) & OUTLINE_HISTORY) !== 0;
  const tokens = outline.tokens[index] ?? 0;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a virtual list of 10,000 rows is positioned and can be no <tr>.
    <div
      role="row"
      aria-rowindex={rowIndex}
      aria-selected={selected}
      tabIndex={focusable ? 0 : -1}
      data-index={index}
      onClick={(event) => {
        if (event.target instanceof HTMLElement && event.target.closest("a")) return;
        onOpen(ref);
      }}
      onKeyDown={(event) => {
        if (event.key === "Enter" && event.target === event.currentTarget) onOpen(ref);
      }}
      className={clsx(
        COLUMNS,
        "clip-focus h-full cursor-pointer items-center border-b border-line px-3.5 md:px-4",
        "max-md:grid-rows-[auto_auto] max-md:content-center max-md:gap-y-0.5",
        selected ? "bg-selected shadow-[inset_3px_0_0_var(--color-accent)]" : "hover:bg-hover",
        rowTone(isPrompt, selected, dimmed),
      )}
    >
      <Cell className="truncate font-mono text-xs text-ink-3 max-md:hidden" title={`ctx:${ref}`}>
        {shortRef(ref)}
      </Cell>
      <Cell className="max-md:row-span-2 max-md:self-start max-md:pt-0.5">
        {isHistory ? <HistoryMark /> : <ResidencyGlyph residency={residency} />}
      </Cell>
      <Cell className="min-w-0">
        <What {...props} faded={residency !== "full" || isHistory || dimmed} />
      </Cell>
      <Cell className="min-w-0 text-xs text-ink-2 max-md:order-last max-md:col-span-2 max-md:col-start-2">
        <Why {...props} noise={dimmed ? null : (OUTLINE_NOISE[outline.noise[index] ?? 0] ?? null)} />
      </Cell>
      <Cell className="text-right" title={row?.tokensExact ? "Counted by the provider" : "Estimated from text length"}>
        <TokenChange beforeTokens={tokens} afterTokens={row?.tokensAfter ?? tokens} scaleTokens={scaleTokens} />
      </Cell>
    </div>
  );
});

function rowTone(isPrompt: boolean, selected: boolean, dimmed: boolean): string | null {
  if (dimmed) return "grayscale";
  return isPrompt && !selected ? "bg-accent-soft/45" : null;
}

/** The model sees nothing of what has left the context. */
function HistoryMark() {
  return (
    <span title="No longer in context" className="text-ink-3">
      <span aria-hidden>–</span>
      <span className="sr-only">no longer in context</span>
    </span>
  );
}

function Cell({ children, className, title }: { children: ReactNode; className?: string; title?: string }) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: see the row.
    <div role="cell" className={className} title={title}>
      {children}
    </div>
  );
}

function What(props: EventRowProps & { faded: boolean }) {
  const { outline, index, row, agentOrder, client, faded, startedBy, hrefOfThread, fresh } = props;
  const started = startedBy.get(outline.refs[index] ?? "");
  const kind = OUTLINE_KINDS[outline.kinds[index] ?? 0] ?? "other";
  const agent = row?.agent || "main";
  return (
    <span className="flex min-w-0 items-center gap-[7px]">
      {row ? (
        <Monogram name={agent} {...agentLook(agentOrder, agent, client)} label={agent} />
      ) : (
        <span className="w-[22px]" />
      )}
      <span className="text-ink-3 [&_svg.lucide]:size-3.5" title={kindWord(kind)}>
        {ICON[kind]}
        <span className="sr-only">{kindWord(kind)}</span>
      </span>
      {row ? <Label row={row} kind={kind} faded={faded} /> : <span className="skeleton h-2.5 w-2/5" />}
      {row ? <Ending row={row} /> : null}
      {fresh ? <Chip tone="ok">new</Chip> : null}
      {started ? (
        <NextLink
          href={hrefOfThread(started.key)}
          prefetch={false}
          scroll={false}
          className="link shrink-0 text-xs"
          title={`Open the thread of ${started.agent}`}
        >
          {started.agent} →
        </NextLink>
      ) : null}
    </span>
  );
}

function Label({ row, kind, faded }: { row: TimelineRow; kind: EventKindName; faded: boolean }) {
  const look = clsx(
    "truncate",
    faded && "text-ink-3",
    kind === "user_prompt" && "font-semibold",
    isMachine(kind) && "font-mono text-xs",
  );
  return (
    <span className={look} title={row.label}>
      {row.label || kindWord(kind)}
    </span>
  );
}

/** How a call ended, where it did not end well. */
function Ending({ row }: { row: TimelineRow }) {
  if (row.outcome === null || row.outcome === "ok") return null;
  return (
    <Chip tone={row.outcome === "error" ? "danger" : "neutral"}>
      {row.exitCode !== null && row.exitCode !== 0 ? `exit ${row.exitCode}` : row.outcome}
    </Chip>
  );
}

/** Names of files and commands are a machine's; what people and models wrote is prose. */
function isMachine(kind: EventKindName): boolean {
  return kind === "tool_call" || kind === "tool_result" || kind === "skill_load" || kind === "rule_injection";
}

type WhyProps = Pick<RowContext, "hrefOfEvent" | "onOpen"> & {
  row: TimelineRow | null;
  noise: (typeof OUTLINE_NOISE)[number];
};

function Why({ row, noise, hrefOfEvent, onOpen }: WhyProps) {
  const protectedBy = row?.rule?.startsWith("protect.") ?? false;
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      {noise ? <NoiseChip noise={noise} /> : null}
      {protectedBy ? <Lock className="size-[13px]! text-ink-3" aria-label="Protected" /> : null}
      {row?.reason ? (
        <span className={clsx("truncate", protectedBy && "text-ink-3")} title={row.reason}>
          <Reason reason={row.reason} evidence={row.evidence} hrefOfEvent={hrefOfEvent} onOpen={onOpen} />
        </span>
      ) : null}
    </span>
  );
}
