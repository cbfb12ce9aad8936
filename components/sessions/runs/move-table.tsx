"use client";

import type { BlockedView, MoveView, SummaryView } from "@/server/core/runs/views";
import { TokenChange } from "../../charts/token-change";
import { Tag } from "../../ui/chip";
import { formatExact } from "../../ui/format";
import { Markdown } from "../../ui/markdown";
import { NoiseSwatch } from "../../ui/noise-chip";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { Table, type TableColumn } from "../../ui/table";
import { EventName } from "../event-name";
import { useSessionScope } from "../session-scope";
import { CLASS_OF_PASS, isRunPass } from "./run-words";

/** What a run changes, event by event, each with its reason. */
export function MoveTable({ moves, caption }: { moves: readonly MoveView[]; caption: string }) {
  const { short } = useSessionScope();
  const scaleTokens = moves.reduce((most, { tokensBefore }) => Math.max(most, tokensBefore), 0);
  const columns: TableColumn<MoveView>[] = [
    {
      key: "event",
      head: "Event",
      width: "34%",
      rowHeader: true,
      phone: "main",
      cell: ({ ref, label, kind }) => <EventName target={ref} label={label} kind={kind} />,
    },
    { key: "to", head: "Becomes", width: "112px", cell: ({ to }) => <ResidencyGlyph residency={to} withWord /> },
    {
      key: "why",
      head: "Why",
      phone: "wide",
      cell: ({ pass, rule, reason }) => (
        <span className="block py-1 text-xs leading-[1.35] text-ink-2 [overflow-wrap:anywhere]" title={rule}>
          {isRunPass(pass) ? <NoiseSwatch noise={CLASS_OF_PASS[pass]} className="mr-1.5 size-2!" /> : null}
          {short(reason)}
        </span>
      ),
    },
    {
      key: "tokens",
      head: "Tokens",
      width: "116px",
      align: "end",
      phone: "side",
      cell: ({ tokensBefore, tokensAfter }) => (
        <TokenChange beforeTokens={tokensBefore} afterTokens={tokensAfter} scaleTokens={scaleTokens} />
      ),
    },
  ];
  return <Table caption={caption} columns={columns} rows={moves} rowKey={({ ref }) => ref} fixed />;
}

/** Removals that a protection stopped. */
export function BlockedTable({ rows, caption }: { rows: readonly BlockedView[]; caption: string }) {
  const { short } = useSessionScope();
  const columns: TableColumn<BlockedView>[] = [
    {
      key: "event",
      head: "Event",
      width: "26%",
      rowHeader: true,
      phone: "main",
      cell: ({ ref, label, kind }) => <EventName target={ref} label={label} kind={kind} />,
    },
    {
      key: "rule",
      head: "Rule that was stopped",
      width: "25%",
      cell: ({ rule }) => <code className="text-xs [overflow-wrap:anywhere]">{rule}</code>,
    },
    {
      key: "protection",
      head: "Protected by",
      width: "16%",
      cell: ({ protection, pattern }) => (
        <span className="grid justify-items-start gap-0.5 py-1 max-md:justify-items-end">
          <code className="text-xs [overflow-wrap:anywhere]">{protection}</code>
          {pattern === null ? null : <Tag title="The pattern that holds it">{pattern}</Tag>}
        </span>
      ),
    },
    {
      key: "reason",
      head: "Why it stays",
      phone: "wide",
      cell: ({ reason }) => (
        <span className="block py-1 text-xs leading-[1.35] text-ink-2 [overflow-wrap:anywhere]">{short(reason)}</span>
      ),
    },
    {
      key: "tokens",
      head: "Tokens",
      width: "76px",
      align: "end",
      phone: "side",
      cell: ({ tokens }) => <span className="text-xs">{formatExact(tokens)}</span>,
    },
  ];
  return (
    <Table
      caption={caption}
      columns={columns}
      rows={rows}
      rowKey={({ ref, rule, protection }) => `${ref} ${rule} ${protection}`}
      fixed
    />
  );
}

/** Ranges of turns that one text stands for. */
export function SummaryList({ summaries }: { summaries: readonly SummaryView[] }) {
  return (
    <ul className="grid">
      {summaries.map(({ thread, fromSeq, toSeq, text, tokens }) => (
        <li key={`${thread} ${fromSeq}`} className="border-t border-line px-3.5 py-2.5 first:border-t-0 md:px-4">
          <p className="text-xs text-ink-3">
            {thread}, events {formatExact(fromSeq)} to {formatExact(toSeq)}, {formatExact(tokens)} tokens
          </p>
          <Markdown text={text} className="mt-1 text-sm" />
        </li>
      ))}
    </ul>
  );
}
