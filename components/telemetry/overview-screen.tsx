import { Link2 } from "lucide-react";
import type { ReactNode } from "react";
import { type FilterProblem, hasDimensions, NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { isAllJudged, type Judged, judgedWords, policyName } from "../policy/judged-words";
import { Button } from "../ui/button";
import { formatExact, formatRelative } from "../ui/format";
import { Link } from "../ui/link";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { BasisNote } from "./basis-note";
import { AgentsChart, SkillsChart, ToolsChart } from "./breakdowns";
import { ConnectFirst } from "./connect-first";
import { CopyLink } from "./copy-link";
import { FilterControls } from "./filter-controls";
import { OverviewFigures } from "./key-figures";
import { type Base, type MoreQuery, overviewHref, policyHref, projectHref } from "./links";
import { NoisiestSessions } from "./noisiest-sessions";
import { FilterProblems, LagNotice } from "./notices";
import { crumbsOf, type Place } from "./place";
import { NoiseTrend, type PolicyChange } from "./trend";
import { WhereTokensWent } from "./where-tokens-went";
import { plural } from "./words";

type OverviewScreenProps = {
  place: Place;
  overview: Overview;
  problems: readonly FilterProblem[];
  /** The tabs of the charts below, as the address says them: a change of the filter keeps them. */
  more: MoreQuery;
  /** The policy in force, and which versions judged the sessions; left out where nobody asked. */
  policy?: { readonly version: number; readonly judged: Judged };
  /** When the policy changed, for the trend. */
  changes?: readonly PolicyChange[];
  /** What stands out, which loads by itself. */
  findings: ReactNode;
  /** Cells of the charts that load by themselves. */
  insights: ReactNode;
};

/** What fills the windows of a project's agents, and what of it is noise. */
export function OverviewScreen({
  place,
  overview,
  problems,
  more,
  policy,
  changes,
  findings,
  insights,
}: OverviewScreenProps) {
  const { base } = place;
  const isNew = overview.sessions.inProject === 0;
  return (
    <>
      <PageHead
        title="Overview"
        note={isNew ? undefined : <Note overview={overview} base={base} policy={policy} />}
        crumbs={crumbsOf(place)}
        actions={
          isNew ? undefined : <CopyLink icon={<Link2 aria-hidden />} href={overviewHref(base, overview.filter, more)} />
        }
      >
        {isNew ? null : (
          <FilterControls
            filter={overview.filter}
            range={overview.range}
            timeZone={overview.timeZone}
            hrefOf={(filter) => overviewHref(base, filter, more)}
            menu={{ base, page: { path: projectHref(base), more } }}
            compares
          />
        )}
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        {isNew ? (
          <ConnectFirst base={base} />
        ) : (
          <>
            <LagNotice lag={overview.lag} asOf={overview.asOf} />
            {overview.totals.addedTokens === 0 ? (
              <NothingInRange base={base} overview={overview} />
            ) : (
              <Charts place={place} overview={overview} changes={changes} findings={findings} insights={insights} />
            )}
          </>
        )}
      </Sheet>
    </>
  );
}

type NoteProps = { overview: Overview; base: Base; policy: OverviewScreenProps["policy"] };

/** How much, how fresh, and by which version of the policy the noise was judged. */
function Note({ overview, base, policy }: NoteProps) {
  return (
    <>
      {noteOf(overview)}
      {policy ? (
        <>
          {" · "}
          <Link href={policyHref(base)} prefetch={false} title={judgedWords(policy.judged, policy.version)}>
            {policyName(policy.version)}
          </Link>
          {isAllJudged(policy.judged, policy.version) ? "" : ", some sessions still by an earlier one"}
        </>
      ) : null}
    </>
  );
}

function noteOf({ sessions, asOf, timeZone }: Overview): string {
  const last = sessions.lastEventAt ? ` · last event ${formatRelative(sessions.lastEventAt, asOf, timeZone)}` : "";
  return `${formatExact(sessions.inRange)} ${plural(sessions.inRange, "session")}${last}`;
}

type ChartsProps = Pick<OverviewScreenProps, "place" | "overview" | "changes" | "findings" | "insights">;

function Charts({ place, overview, changes, findings, insights }: ChartsProps) {
  const { base } = place;
  return (
    <>
      <WhereTokensWent overview={overview} base={base} />
      <OverviewFigures overview={overview} base={base} />
      <BasisNote />
      <SheetGrid>
        <SheetCell span={8} labelledBy="trend" className="flex flex-col">
          <NoiseTrend place={place} shown={overview} changes={changes} />
        </SheetCell>
        {/* Beside the trend they take its height and scroll, so that nothing moves when they arrive. */}
        <SheetCell span={4} labelledBy="findings" flush className="relative lg:min-h-[456px]">
          <div className="p-3.5 md:p-4 lg:absolute lg:inset-0 lg:overflow-y-auto">{findings}</div>
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="agents">
          <AgentsChart place={place} shown={overview} />
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="skills">
          <SkillsChart place={place} shown={overview} />
        </SheetCell>
        <SheetCell span={4} labelledBy="tools">
          <ToolsChart place={place} shown={overview} />
        </SheetCell>
        <SheetCell span={8} labelledBy="noisiest" flush>
          <NoisiestSessions base={base} shown={overview} sessionsInRange={overview.sessions.inRange} />
        </SheetCell>
        {insights}
      </SheetGrid>
    </>
  );
}

function NothingInRange({ base, overview }: { base: Base; overview: Overview }) {
  const narrowed = hasDimensions(overview.filter);
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap gap-2">
          <Button href={overviewHref(base, withChange(overview.filter, { range: "all" }))}>Show all time</Button>
          {narrowed ? <Button href={overviewHref(base, NO_FILTER)}>Remove all filters</Button> : null}
        </div>
      }
    >
      {narrowed ? "No event matches these filters in this range." : "No session in this range."}{" "}
      {overview.sessions.lastEventAt
        ? `The last event came ${formatRelative(overview.sessions.lastEventAt, overview.asOf, overview.timeZone)}.`
        : ""}
    </EmptyState>
  );
}
