import type { SkillPage, SkillVersion } from "@/server/core/telemetry/insight-views";
import { ChartFrame } from "../charts/chart-frame";
import type { ChartTable } from "../charts/chart-table";
import { eventHref } from "../sessions/session-view";
import { formatExact, formatPercent, formatTokens } from "../ui/format";
import { Link } from "../ui/link";
import { RelativeTime } from "../ui/relative-time";
import { Table, type TableColumn } from "../ui/table";
import { More } from "./breakdowns";
import { exportHref } from "./links";
import { type Place, pictureOf } from "./place";
import { UsedIn } from "./skill-use-list";
import { referredShare, versionChange } from "./skill-words";

const TITLE = "Versions of its body";

/** The latest are what somebody who trims a skill compares; the table twin and the CSV have the others. */
const SHOWN = 8;

type SkillVersionsProps = { place: Place; page: SkillPage };

/** What was loaded as this skill, body by body, so that a trimmed one can be compared with the one before. */
export function SkillVersions({ place, page }: SkillVersionsProps) {
  const { versions, filter, skill } = page;
  const [now, before] = versions;
  const change = now ? versionChange(now, before) : null;
  return (
    <ChartFrame
      id="versions"
      title={TITLE}
      subtitle={now && change ? `v${now.version} against v${before?.version}: ${change}` : "Figures of all time"}
      table={versionTable(versions)}
      drawing={{ kind: "bars", parts: [{ key: "tokens", colour: "skills" }] }}
      unit="tokens a load, estimated from text length"
      picture={{ ...pictureOf(place, page), range: "all time" }}
      csvHref={exportHref(place.base, "skillVersions", filter, { name: skill })}
      empty={
        versions.length === 0
          ? { sentence: "No body of this skill was stored, so there is nothing to compare." }
          : undefined
      }
    >
      <Table
        caption={TITLE}
        flush
        columns={columnsOf(place, page)}
        rows={versions.slice(0, SHOWN)}
        rowKey={(row) => String(row.version)}
      />
      <More count={versions.length - SHOWN} noun="versions" />
    </ChartFrame>
  );
}

function versionTable(versions: readonly SkillVersion[]): ChartTable {
  return {
    caption: TITLE,
    columns: [
      { key: "version", head: "Version" },
      { key: "tokens", head: "One load", unit: "tokens" },
      { key: "loads", head: "Loads", unit: "count" },
      { key: "sessions", head: "Sessions", unit: "count" },
      { key: "known", head: "Known of", unit: "count" },
      { key: "referred", head: "Used in", unit: "count" },
      { key: "share", head: "Share", unit: "exact-share" },
      { key: "loadTokens", head: "All loads", unit: "tokens" },
      { key: "repeated", head: "Repeats", unit: "tokens" },
      { key: "under", head: "Under it", unit: "tokens" },
      { key: "underNoise", head: "Noise under", unit: "tokens" },
    ],
    rows: versions.map((row) => [
      `v${row.version}`,
      row.tokens,
      row.loads,
      row.sessions,
      row.knownSessions,
      row.referredSessions,
      referredShare(row),
      row.loadTokens,
      row.repeatedTokens,
      row.underTokens,
      row.underNoiseTokens,
    ]),
  };
}

function columnsOf({ base }: Place, { versions, timeZone, range }: SkillPage): TableColumn<SkillVersion>[] {
  const largest = Math.max(1, ...versions.map((row) => row.tokens));
  const time = (iso: string) => <RelativeTime iso={iso} nowIso={range.toIso} timeZone={timeZone} look="absolute" />;
  return [
    {
      key: "version",
      head: "Version",
      rowHeader: true,
      phone: "main",
      cell: (row) =>
        row.event ? (
          <Link href={eventHref(base, row.event.session, row.event.ref)} prefetch={false} title="Opens this body">
            v{row.version}
          </Link>
        ) : (
          <span title="The text of this body is gone.">v{row.version}</span>
        ),
    },
    {
      key: "when",
      head: "In use",
      phone: "labelled",
      cell: (row) => (
        <span className="text-xs text-ink-2">
          {time(row.firstSeenAt)} to {row.until ? time(row.until) : "now"}
        </span>
      ),
    },
    {
      key: "tokens",
      head: "≈ One load",
      width: "24%",
      phone: "wide",
      cell: (row) => <BodySize row={row} before={beforeOf(versions, row)} largest={largest} />,
    },
    { key: "loads", head: "Loads", align: "end", cell: (row) => formatExact(row.loads) },
    {
      key: "repeats",
      head: "≈ Repeats",
      align: "end",
      phone: "hide",
      cell: (row) => formatTokens(row.repeatedTokens),
    },
    { key: "used", head: "Used in sessions", align: "end", cell: (row) => <UsedIn row={row} /> },
    {
      key: "under",
      head: "≈ Noise under it",
      align: "end",
      cell: (row) => (
        <span title={`${formatExact(row.underNoiseTokens)} of ${formatExact(row.underTokens)} tokens, estimated`}>
          {row.underTokens === 0 ? "–" : formatPercent(row.underNoiseTokens / row.underTokens)}
        </span>
      ),
    },
  ];
}

function beforeOf(versions: readonly SkillVersion[], row: SkillVersion): SkillVersion | undefined {
  return versions[versions.indexOf(row) + 1];
}

/** The size as a bar on the scale of the largest body; pale behind it is the body before. */
function BodySize({ row, before, largest }: { row: SkillVersion; before?: SkillVersion; largest: number }) {
  const width = (tokens: number) => `${(tokens / largest) * 100}%`;
  return (
    <span className="flex items-center gap-2">
      <span aria-hidden className="data-fill relative block h-3.5 flex-1">
        {before ? <i className="absolute inset-y-0 left-0 bg-free" style={{ width: width(before.tokens) }} /> : null}
        <i className="absolute inset-y-[3px] left-0 min-w-px bg-skills" style={{ width: width(row.tokens) }} />
      </span>
      <span className="w-12 text-right font-semibold" title={`${formatExact(row.tokens)} tokens, estimated`}>
        {formatTokens(row.tokens)}
      </span>
      <span className="w-24 text-xs text-ink-3">
        {before ? sizeChange(before.tokens, row.tokens) : "the first one"}
      </span>
    </span>
  );
}

function sizeChange(before: number, now: number): string {
  if (before === now || before === 0) return before === now ? "as before" : "";
  return `${formatPercent(Math.abs(now - before) / before)} ${now < before ? "smaller" : "larger"}`;
}
