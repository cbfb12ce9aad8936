import { Link2 } from "lucide-react";
import { type FilterProblem, hasDimensions, NO_FILTER, withChange, writeFilter } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { isAllJudged, type Judged, judgedWords, policyName } from "../policy/judged-words";
import { Button } from "../ui/button";
import { formatExact, formatRelative } from "../ui/format";
import { Link } from "../ui/link";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { AgentsChart, SkillsChart, ToolsChart } from "./breakdowns";
import { ConnectFirst } from "./connect-first";
import { CopyLink } from "./copy-link";
import { FilterControls } from "./filter-controls";
import { Findings } from "./findings";
import { OverviewFigures } from "./key-figures";
import { type Base, overviewHref, policyHref, projectHref } from "./links";
import { NoisiestSessions } from "./noisiest-sessions";
import { FilterProblems, LagNotice } from "./notices";
import { NoiseTrend } from "./trend";
import { WhereTokensWent } from "./where-tokens-went";
import { plural } from "./words";

type OverviewScreenProps = {
  base: Base;
  names: { team: string; project: string };
  overview: Overview;
  problems: readonly FilterProblem[];
  /** The policy in force, and which versions judged the sessions; left out where nobody asked. */
  policy?: { readonly version: number; readonly judged: Judged };
};

/** What fills the windows of a project's agents, and what of it is noise. */
export function OverviewScreen({ base, names, overview, problems, policy }: OverviewScreenProps) {
  const isNew = overview.sessions.inProject === 0;
  return (
    <>
      <PageHead
        title="Overview"
        note={isNew ? undefined : <Note overview={overview} base={base} policy={policy} />}
        crumbs={[
          { label: names.team, href: `/${encodeURIComponent(base.team)}` },
          { label: names.project, href: projectHref(base) },
        ]}
        actions={
          isNew ? undefined : <CopyLink icon={<Link2 aria-hidden />} href={overviewHref(base, overview.filter)} />
        }
      >
        {isNew ? null : (
          <FilterControls
            filter={overview.filter}
            range={overview.range}
            timeZone={overview.timeZone}
            hrefOf={(filter) => overviewHref(base, filter)}
            menu={{ base, page: "overview" }}
            compares
          />
        )}
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        {isNew ? (
          <ConnectFirst project={base.project} />
        ) : (
          <>
            <LagNotice lag={overview.lag} asOf={overview.asOf} />
            {overview.totals.addedTokens === 0 ? (
              <NothingInRange base={base} overview={overview} />
            ) : (
              <Charts base={base} overview={overview} />
            )}
          </>
        )}
      </Sheet>
    </>
  );
}

/** How much, how fresh, and by which version of the policy the noise was judged. */
function Note({ overview, base, policy }: Pick<OverviewScreenProps, "overview" | "base" | "policy">) {
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

function Charts({ base, overview }: { base: Base; overview: Overview }) {
  const exportHref = `${projectHref(base)}/sessions/export/sessions?${writeFilter(overview.filter)}`;
  return (
    <>
      <WhereTokensWent overview={overview} base={base} />
      <OverviewFigures overview={overview} base={base} />
      <SheetGrid>
        <SheetCell span={8} labelledBy="trend" className="flex flex-col">
          <NoiseTrend overview={overview} base={base} />
        </SheetCell>
        <SheetCell span={4} labelledBy="findings">
          <Findings overview={overview} base={base} />
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="agents">
          <AgentsChart overview={overview} base={base} />
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="skills">
          <SkillsChart overview={overview} base={base} />
        </SheetCell>
        <SheetCell span={4} labelledBy="tools">
          <ToolsChart overview={overview} base={base} />
        </SheetCell>
        <SheetCell span={8} labelledBy="noisiest" flush>
          <NoisiestSessions overview={overview} base={base} exportHref={exportHref} />
        </SheetCell>
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
