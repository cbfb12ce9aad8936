import { Link2 } from "lucide-react";
import { provenShare } from "@/server/core/telemetry/figures";
import { type FilterProblem, withChange } from "@/server/core/telemetry/filter";
import type { AgentPage } from "@/server/core/telemetry/insight-views";
import { Button } from "../ui/button";
import { formatDate, formatExact, formatPercent } from "../ui/format";
import { KeyFigure, KeyFigures } from "../ui/key-figure";
import { Link } from "../ui/link";
import { Monogram } from "../ui/monogram";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { agentLook } from "./agent-look";
import { BasisNote } from "./basis-note";
import { SkillsChart, ToolsChart } from "./breakdowns";
import { CopyLink } from "./copy-link";
import { ErrorChainList } from "./error-chain-list";
import { FilterControls } from "./filter-controls";
import { AddedFigure, CarriedFigure, IdleFigure, NoiseFigure } from "./key-figures";
import { agentHref, agentPath, agentsPath, evidenceHref, sessionsHref } from "./links";
import { NoisiestSessions } from "./noisiest-sessions";
import { FilterProblems } from "./notices";
import { crumbsOf, type Place } from "./place";
import { TargetList } from "./target-list";
import { NoiseTrend } from "./trend";
import { plural } from "./words";

type AgentScreenProps = { place: Place; page: AgentPage; problems: readonly FilterProblem[] };

/** One agent role: its share of the project's noise, what it reads again, its errors and its worst sessions. */
export function AgentScreen({ place, page, problems }: AgentScreenProps) {
  const { base } = place;
  const { agent, filter, range, timeZone } = page;
  return (
    <>
      <PageHead
        title={
          <span className="inline-flex items-center gap-2">
            <Monogram name={agent} {...agentLook(page.agentOrder, agent, page.clients[0] ?? "")} />
            {agent}
          </span>
        }
        note={noteOf(page)}
        crumbs={crumbsOf(place, { label: "Agents", href: agentsPath(base) })}
        actions={<CopyLink icon={<Link2 aria-hidden />} href={agentHref(base, agent, filter)} />}
      >
        <FilterControls
          filter={filter}
          range={range}
          timeZone={timeZone}
          hrefOf={(next) => agentHref(base, agent, next)}
          menu={{ base, page: { path: agentPath(base, agent) }, without: "agent" }}
          compares
        />
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        {page.totals.addedTokens === 0 ? (
          <DidNothing place={place} page={page} />
        ) : (
          <Charts place={place} page={page} />
        )}
      </Sheet>
    </>
  );
}

function noteOf({ clients, firstSeenAt, lastSeenAt, timeZone }: AgentPage): string {
  const where = clients.length > 0 ? `in ${clients.join(", ")}` : "in no client of this range";
  if (!firstSeenAt || !lastSeenAt) return where;
  return `${where} · first seen ${formatDate(firstSeenAt, timeZone)}, last ${formatDate(lastSeenAt, timeZone)}`;
}

/** The page's own filter with the agent in it: what its links to the sessions need. */
function ownView(page: AgentPage): AgentPage {
  return { ...page, filter: withChange(page.filter, { agent: [page.agent] }) };
}

function Charts({ place, page }: { place: Place; page: AgentPage }) {
  const { base } = place;
  const own = ownView(page);
  const { totals, projectTotals } = page;
  const added = projectTotals.addedTokens === 0 ? 0 : totals.addedTokens / projectTotals.addedTokens;
  return (
    <>
      <KeyFigures label="Key figures">
        <AddedFigure shown={own} base={base} detail={`${formatPercent(added)} of what the project added`} />
        <NoiseFigure shown={own} base={base} whole={provenShare(projectTotals)} />
        <IdleFigure shown={own} base={base} />
        <CarriedFigure shown={own} base={base} />
        <NoiseOfProject place={place} page={own} />
      </KeyFigures>
      <BasisNote />
      <SheetGrid>
        <SheetCell span={8} labelledBy="trend" className="flex flex-col">
          <NoiseTrend place={place} shown={own} />
        </SheetCell>
        <SheetCell span={4} labelledBy="tools">
          <ToolsChart place={place} shown={own} />
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="targets">
          <TargetList place={place} shown={{ ...own, rows: page.rereads }} title="What it reads again" kind="file" />
        </SheetCell>
        <SheetCell span={6} tablet={6} labelledBy="error-chains">
          <ErrorChainList place={place} shown={{ ...own, rows: page.errors }} title="Its errors that were resolved" />
        </SheetCell>
        <SheetCell span={4} labelledBy="skills">
          <SkillsChart place={place} shown={own} />
        </SheetCell>
        <SheetCell span={8} labelledBy="noisiest" flush>
          <NoisiestSessions base={base} shown={own} sessionsInRange={page.sessions} />
        </SheetCell>
      </SheetGrid>
    </>
  );
}

/** How much of all noise is this agent's: what trimming it could bring at most. */
function NoiseOfProject({ place, page }: { place: Place; page: AgentPage }) {
  const { totals, projectTotals, sessions, filter } = page;
  const share = projectTotals.provenTokens === 0 ? 0 : totals.provenTokens / projectTotals.provenTokens;
  return (
    <KeyFigure
      label="Of the project's noise"
      figure={`≈${formatPercent(share)}`}
      detail={`in ${formatExact(sessions)} ${plural(sessions, "session")}`}
      href={evidenceHref(place.base, filter)}
    />
  );
}

function DidNothing({ place, page }: { place: Place; page: AgentPage }) {
  const { base } = place;
  const { agent, filter, lastSeenAt, timeZone } = page;
  return (
    <EmptyState
      action={
        <div className="flex flex-wrap gap-2">
          <Button href={agentHref(base, agent, withChange(filter, { range: "all" }))}>Show all time</Button>
          <Button href={sessionsHref(base, { filter })}>All sessions of this range</Button>
        </div>
      }
    >
      <code>{agent}</code> did nothing in this range.{" "}
      {lastSeenAt ? `It was last seen on ${formatDate(lastSeenAt, timeZone)}. ` : ""}
      <Link href={agentsPath(base)}>See all agents</Link>
    </EmptyState>
  );
}
