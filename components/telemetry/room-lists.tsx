import type { ReactNode } from "react";
import { type FilterProblem, hasDimensions, NO_FILTER, withChange } from "@/server/core/telemetry/filter";
import type { SkillUse } from "@/server/core/telemetry/insight-views";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { Button } from "../ui/button";
import { formatExact } from "../ui/format";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { BasisNote } from "./basis-note";
import { AgentsChart, SkillsChart } from "./breakdowns";
import { ConnectFirst } from "./connect-first";
import { FilterControls } from "./filter-controls";
import { agentsPath, filteredHref, skillsPath } from "./links";
import { FilterProblems, LagNotice } from "./notices";
import { crumbsOf, type Place } from "./place";
import { SkillUseList } from "./skill-use-list";
import { plural } from "./words";

type AgentListProps = { place: Place; overview: Overview; problems: readonly FilterProblem[] };

/** All agents of the range; each opens its page, its bar the sessions. */
export function AgentListScreen(props: AgentListProps) {
  const { place, overview } = props;
  const { length } = overview.agents;
  return (
    <ListScreen
      {...props}
      title="Agents"
      path={agentsPath(place.base)}
      count={`${formatExact(length)} ${plural(length, "agent")}`}
    >
      <SheetCell labelledBy="agents">
        <AgentsChart place={place} shown={overview} most={length} />
      </SheetCell>
    </ListScreen>
  );
}

type SkillListProps = AgentListProps & { use: SkillUse };

/** All skills of the range: what they cost, and beside it whether they are used. */
export function SkillListScreen({ use, ...props }: SkillListProps) {
  const { place, overview } = props;
  const { length } = overview.skills;
  return (
    <ListScreen
      {...props}
      title="Skills"
      path={skillsPath(place.base)}
      count={`${formatExact(length)} ${plural(length, "skill")}`}
    >
      <SheetCell labelledBy="skills" className="@container">
        <SkillsChart place={place} shown={overview} most={length} />
      </SheetCell>
      <SheetCell labelledBy="skill-use" className="@container">
        <SkillUseList place={place} shown={use} most={use.rows.length} title="How skills are used" />
      </SheetCell>
    </ListScreen>
  );
}

type ListScreenProps = AgentListProps & { title: string; path: string; count: string; children: ReactNode };

function ListScreen({ place, overview, problems, title, path, count, children }: ListScreenProps) {
  const isNew = overview.sessions.inProject === 0;
  return (
    <>
      <PageHead title={title} note={isNew ? undefined : `${count} in this range`} crumbs={crumbsOf(place)}>
        {isNew ? null : (
          <FilterControls
            filter={overview.filter}
            range={overview.range}
            timeZone={overview.timeZone}
            hrefOf={(filter) => filteredHref(path, filter)}
            menu={{ base: place.base, page: { path } }}
          />
        )}
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        {isNew ? (
          <ConnectFirst base={place.base} />
        ) : overview.totals.addedTokens === 0 ? (
          <EmptyState
            action={
              <div className="flex flex-wrap gap-2">
                <Button href={filteredHref(path, withChange(overview.filter, { range: "all" }))}>Show all time</Button>
                {hasDimensions(overview.filter) ? (
                  <Button href={filteredHref(path, NO_FILTER)}>Remove all filters</Button>
                ) : null}
              </div>
            }
          >
            Nothing was added in this range.
          </EmptyState>
        ) : (
          <>
            <LagNotice lag={overview.lag} asOf={overview.asOf} />
            <SheetGrid>{children}</SheetGrid>
            <BasisNote />
          </>
        )}
      </Sheet>
    </>
  );
}
