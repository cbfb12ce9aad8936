import { Link2 } from "lucide-react";
import { provenShare } from "@/server/core/telemetry/figures";
import { type FilterProblem, withChange } from "@/server/core/telemetry/filter";
import type { SkillPage } from "@/server/core/telemetry/insight-views";
import type { SkillRow } from "@/server/core/telemetry/overview-view";
import { Button } from "../ui/button";
import { formatExact, formatPercent, formatPoints } from "../ui/format";
import { KeyFigure, KeyFigures } from "../ui/key-figure";
import { Link } from "../ui/link";
import { Notice } from "../ui/notice";
import { PageHead } from "../ui/page-head";
import { RelativeTime } from "../ui/relative-time";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { EmptyState } from "../ui/states";
import { BasisNote } from "./basis-note";
import { AgentsChart } from "./breakdowns";
import { CopyLink } from "./copy-link";
import { FilterControls } from "./filter-controls";
import { evidenceHref, policyHref, skillHref, skillPath, skillsPath } from "./links";
import { NoisiestSessions } from "./noisiest-sessions";
import { FilterProblems } from "./notices";
import { crumbsOf, type Place } from "./place";
import { SkillVersions } from "./skill-versions";
import { referredShare, trimHint, usedWords } from "./skill-words";
import { NoiseTrend } from "./trend";
import { about, changeWords, estimateWords } from "./words";

type SkillScreenProps = { place: Place; page: SkillPage; problems: readonly FilterProblem[] };

/** One skill: what its body costs, whether it is used, and what each new body changed. */
export function SkillScreen({ place, page, problems }: SkillScreenProps) {
  const { base } = place;
  const { skill, path, category, filter, range, timeZone } = page;
  return (
    <>
      <PageHead
        title={<span className="font-mono">{skill}</span>}
        note={[path, category ? `category ${category}` : null].filter(Boolean).join(" · ") || undefined}
        crumbs={crumbsOf(place, { label: "Skills", href: skillsPath(base) })}
        actions={<CopyLink icon={<Link2 aria-hidden />} href={skillHref(base, skill, filter)} />}
      >
        <FilterControls
          filter={filter}
          range={range}
          timeZone={timeZone}
          hrefOf={(next) => skillHref(base, skill, next)}
          menu={{ base, page: { path: skillPath(base, skill) }, without: "skill" }}
          compares
        />
      </PageHead>
      <Sheet>
        <FilterProblems problems={problems} />
        <TrimHint place={place} page={page} />
        {page.row.loads === 0 && page.row.under.addedTokens === 0 ? (
          <NotLoaded place={place} page={page} />
        ) : (
          <Charts place={place} page={page} />
        )}
      </Sheet>
    </>
  );
}

function TrimHint({ place, page }: { place: Place; page: SkillPage }) {
  const hint = trimHint(page.use);
  if (!hint) return null;
  return (
    <Notice
      tone="info"
      className="border-b border-b-line"
      action={
        <Link href={`${policyHref(place.base)}#stages`} prefetch={false}>
          Stages of the policy
        </Link>
      }
    >
      {hint}
    </Notice>
  );
}

/** The filter with the skill in it, and both of its figures in one: what the shared charts need. */
function ownView(page: SkillPage) {
  return {
    ...page,
    filter: withChange(page.filter, { skill: [page.skill] }),
    totals: bothOf(page.row),
    previousTotals: page.previous ? bothOf(page.previous) : null,
  };
}

function bothOf({ load, under }: SkillRow) {
  return {
    addedTokens: load.addedTokens + under.addedTokens,
    provenTokens: load.provenTokens + under.provenTokens,
  };
}

function Charts({ place, page }: { place: Place; page: SkillPage }) {
  const { base } = place;
  const own = ownView(page);
  return (
    <>
      <Figures place={place} page={page} />
      <BasisNote />
      <SheetGrid>
        <SheetCell span={12} labelledBy="versions">
          <SkillVersions place={place} page={page} />
        </SheetCell>
        <SheetCell span={7} labelledBy="trend" className="flex flex-col">
          <NoiseTrend place={place} shown={own} />
        </SheetCell>
        <SheetCell span={5} labelledBy="agents">
          <AgentsChart place={place} shown={own} />
        </SheetCell>
        <SheetCell span={12} labelledBy="noisiest" flush>
          <NoisiestSessions base={base} shown={own} sessionsInRange={page.use?.sessions ?? page.noisiest.length} />
        </SheetCell>
      </SheetGrid>
    </>
  );
}

/** Five figures of the range; all lead to the sessions that had the skill. */
function Figures({ place, page }: { place: Place; page: SkillPage }) {
  const { row, previous, use, skill, filter } = page;
  const loads = evidenceHref(place.base, filter, { skill: [skill], kind: ["skill_load"] });
  const under = evidenceHref(place.base, filter, { skill: [skill] });
  const share = use ? referredShare(use) : null;
  const loadChange = previous ? changeWords(previous.load.addedTokens, row.load.addedTokens) : null;
  return (
    <KeyFigures label="Key figures">
      <KeyFigure
        label="Loads"
        figure={formatExact(row.loads)}
        detail={previous ? `${formatExact(previous.loads)} in the period before` : undefined}
        href={loads}
      />
      <KeyFigure
        label="One load"
        figure={about(row.bodyTokens)}
        unit="tokens"
        title={estimateWords(row.bodyTokens)}
        detail="the mean of this range"
        href={loads}
      />
      <KeyFigure
        label="All loads"
        figure={about(row.load.addedTokens)}
        title={estimateWords(row.load.addedTokens)}
        change={loadChange ? { text: loadChange } : undefined}
        detail={`${formatPercent(provenShare(row.load))} repeats a body that was there`}
        href={loads}
      />
      <KeyFigure
        label="Under it"
        figure={about(row.under.addedTokens)}
        title={estimateWords(row.under.addedTokens)}
        detail={`${formatPercent(provenShare(row.under))} noise${previous ? `, ${formatPoints(provenShare(previous.under), provenShare(row.under))}` : ""}`}
        href={under}
      />
      <KeyFigure
        label="Used in sessions"
        figure={use && share !== null ? formatPercent(share) : "Unknown"}
        detail={use ? `${usedWords(use)} later named something of it` : "no session of this range loaded it"}
        href={under}
      />
    </KeyFigures>
  );
}

function NotLoaded({ place, page }: { place: Place; page: SkillPage }) {
  const { base } = place;
  const { skill, filter, versions, timeZone, range } = page;
  const newest = versions[0];
  return (
    <>
      <EmptyState
        action={<Button href={skillHref(base, skill, withChange(filter, { range: "all" }))}>Show all time</Button>}
      >
        <code>{skill}</code> was not loaded in this range.{" "}
        {newest ? (
          <>
            Its newest body came{" "}
            <RelativeTime iso={newest.firstSeenAt} nowIso={range.toIso} timeZone={timeZone} look="absolute" />.
          </>
        ) : null}{" "}
        <Link href={skillsPath(base)}>See all skills</Link>
      </EmptyState>
      {versions.length > 0 ? (
        <section aria-labelledby="versions" className="border-t border-line p-3.5 md:p-4">
          <SkillVersions place={place} page={page} />
        </section>
      ) : null}
    </>
  );
}
