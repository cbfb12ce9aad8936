import type { ErrorChainRow } from "@/server/core/telemetry/insight-views";
import { BarList } from "../charts/bar-list";
import { type BarListColumn, type BarListRow, barListTable } from "../charts/bar-list-model";
import { ChartFrame } from "../charts/chart-frame";
import { NOISE_PARTS } from "../charts/noise-parts";
import { formatExact, formatMoney, formatTokens } from "../ui/format";
import { More } from "./breakdowns";
import { evidenceHref, exportHref, failureHref } from "./links";
import { type Asked, type Place, pictureOf, TOKENS_ESTIMATED } from "./place";

const SHOWN = 8;
const CLASSES = ["resolved-error"] as const;
const PARTS = NOISE_PARTS.filter(({ key }) => key === "resolved-error");

const COLUMNS: readonly BarListColumn[] = [
  { key: "runs", head: "Failed runs", unit: "count", below: true },
  { key: "sessions", head: "Sessions", unit: "count", below: true, hideUpTo: "576px" },
  { key: "carried", head: "Carried", unit: "tokens", below: true },
  { key: "cost", head: "Cost", unit: "usd", below: true, hideUpTo: "480px" },
];

type ErrorChainListProps = { place: Place; shown: Asked & { rows: readonly ErrorChainRow[] }; title: string };

/** Commands that failed until they passed, and what the failed runs left in the window. */
export function ErrorChainList({ place, shown, title }: ErrorChainListProps) {
  const rows = shown.rows.map((row) => chainRow(row, shown, place));
  return (
    <ChartFrame
      id="error-chains"
      title={title}
      subtitle="Tokens of failed runs that stayed after the same command passed; costliest first"
      table={barListTable(title, "Command", rows, COLUMNS, CLASSES)}
      drawing={{ kind: "bars", parts: PARTS }}
      unit={TOKENS_ESTIMATED}
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "errorChains", shown.filter)}
      empty={rows.length === 0 ? { sentence: "No command failed and then passed in this range." } : undefined}
    >
      <BarList labelledBy="error-chains" nameHead="Command" rows={rows.slice(0, SHOWN)} columns={COLUMNS} mono />
      <More count={rows.length - SHOWN} noun="commands" />
    </ChartFrame>
  );
}

/** A command that the failure registry knows opens its record; its bar opens the sessions. */
function chainRow(row: ErrorChainRow, { filter }: Asked, { base }: Place): BarListRow {
  const sessions = evidenceHref(base, filter, { target: row.targets, tool: row.tools, pass: [...CLASSES] });
  return {
    key: row.question,
    name: row.command,
    ...(row.failure === null ? { href: sessions } : { href: failureHref(base, row.failure), barHref: sessions }),
    noise: { "resolved-error": row.tokens },
    cells: {
      runs: { text: formatExact(row.runs), value: row.runs },
      sessions: { text: formatExact(row.sessions), value: row.sessions },
      carried: { text: formatTokens(row.carriedTokens), value: row.carriedTokens },
      cost: { text: formatMoney(row.costUsd), value: row.costUsd },
    },
  };
}
