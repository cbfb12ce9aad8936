import type { SkillUse, SkillUseRow } from "@/server/core/telemetry/insight-views";
import { ChartFrame } from "../charts/chart-frame";
import type { ChartTable } from "../charts/chart-table";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { RelativeTime } from "../ui/relative-time";
import { Table, type TableColumn } from "../ui/table";
import { More } from "./breakdowns";
import { exportHref, skillHref } from "./links";
import { type Place, pictureOf } from "./place";
import { isRarelyUsed, referredShare, type Used, usedWords } from "./skill-words";

const SHOWN = 7;
const TITLE = "Skills loaded and rarely used";

type SkillUseListProps = { place: Place; shown: SkillUse; most?: number; title?: string };

/** Skills by how seldom a session refers to what they brought; a body that nobody uses is the first to trim. */
export function SkillUseList({ place, shown, most = SHOWN, title = TITLE }: SkillUseListProps) {
  const rows = leastUsedFirst(shown.rows);
  return (
    <ChartFrame
      id="skill-use"
      title={title}
      subtitle="A session uses a skill when it later names something that the body brought"
      table={useTable(title, rows)}
      drawing={{ kind: "bars", parts: [{ key: "referred", colour: "accent" }], track: "known" }}
      unit="sessions, exact"
      picture={pictureOf(place, shown)}
      csvHref={exportHref(place.base, "skillUse", shown.filter)}
      empty={rows.length === 0 ? { sentence: "No skill was loaded in this range." } : undefined}
    >
      <Table
        caption={title}
        flush
        dense
        columns={columnsOf(place, shown)}
        rows={rows.slice(0, most)}
        rowKey={(row) => row.skill}
      />
      <More count={rows.length - most} noun="skills" />
    </ChartFrame>
  );
}

/** Least used first; of equally used ones the one that cost more. What nobody can know comes last. */
export function leastUsedFirst(rows: readonly SkillUseRow[]): SkillUseRow[] {
  return [...rows].sort((a, b) => (referredShare(a) ?? 2) - (referredShare(b) ?? 2) || b.loadTokens - a.loadTokens);
}

function useTable(caption: string, rows: readonly SkillUseRow[]): ChartTable {
  return {
    caption,
    columns: [
      { key: "skill", head: "Skill" },
      { key: "loads", head: "Loads", unit: "count" },
      { key: "body", head: "Latest load", unit: "tokens" },
      { key: "loadTokens", head: "All loads", unit: "tokens" },
      { key: "sessions", head: "Sessions", unit: "count" },
      { key: "known", head: "Known of", unit: "count" },
      { key: "referred", head: "Used in", unit: "count" },
      { key: "share", head: "Share", unit: "exact-share" },
    ],
    rows: rows.map((row) => [
      row.skill,
      row.loads,
      row.bodyTokens,
      row.loadTokens,
      row.sessions,
      row.knownSessions,
      row.referredSessions,
      referredShare(row),
    ]),
  };
}

function columnsOf({ base }: Place, { filter, timeZone, range }: SkillUse): TableColumn<SkillUseRow>[] {
  return [
    {
      key: "skill",
      head: "Skill",
      rowHeader: true,
      phone: "main",
      cell: (row) => (
        <Link
          href={skillHref(base, row.skill, filter)}
          look="plain"
          prefetch={false}
          className="block max-w-[26cqw] min-w-24 truncate font-mono text-xs hover:underline max-md:max-w-none"
          title={row.skill}
        >
          {row.skill}
        </Link>
      ),
    },
    { key: "loads", head: "Loads", align: "end", cell: (row) => formatExact(row.loads) },
    { key: "size", head: "≈ Latest load", align: "end", cell: (row) => formatTokens(row.bodyTokens) },
    { key: "all", head: "≈ All loads", align: "end", phone: "hide", cell: (row) => formatTokens(row.loadTokens) },
    {
      key: "used",
      head: "Used in sessions",
      align: "end",
      phone: "side",
      cell: (row) => <UsedIn row={row} />,
    },
    {
      key: "last",
      head: "Last load",
      align: "end",
      phone: "hide",
      cell: (row) => (
        <span className="text-xs text-ink-3">
          <RelativeTime iso={row.lastLoadedAt} nowIso={range.toIso} timeZone={timeZone} look="absolute" />
        </span>
      ),
    },
  ];
}

/** The share as a bar and a figure; the two numbers behind it are said on hover and to screen readers. */
export function UsedIn({ row }: { row: Used & { names?: number } }) {
  const share = referredShare(row);
  if (share === null) return <span className="text-ink-3">unknown</span>;
  const exact = usedWords(row);
  if (row.names === 0) {
    return (
      <span className="text-ink-3" title="Its body names nothing that a session could refer to.">
        names nothing
      </span>
    );
  }
  return (
    <span className="inline-flex items-center justify-end gap-1.5" title={exact}>
      <span aria-hidden className="data-fill h-1.5 w-16 bg-free max-xl:w-10">
        <i className="block h-full bg-accent" style={{ width: `${share * 100}%` }} />
      </span>
      <span className={isRarelyUsed(row) ? "w-9 font-semibold text-resolved-ink" : "w-9 text-ink-2"}>
        {formatPercent(share)}
      </span>
      <span className="sr-only">{exact}</span>
    </span>
  );
}
