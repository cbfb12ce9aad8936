import { Bell, Check, Clock, Download, Link2, Lock, Plus, RotateCcw, Search, TriangleAlert } from "lucide-react";
import { BarList } from "@/components/charts/bar-list";
import { barListTable } from "@/components/charts/bar-list-model";
import { ChartFrame } from "@/components/charts/chart-frame";
import { ContextBar, ContextLegend } from "@/components/charts/context-bar";
import { CHARTED_NOISE, NOISE_CLASSES } from "@/components/charts/palette";
import { Sparkline } from "@/components/charts/sparkline";
import { ThreadTabs } from "@/components/charts/thread-tabs";
import { TokenChange } from "@/components/charts/token-change";
import { TrendChart } from "@/components/charts/trend-chart";
import { trendTable } from "@/components/charts/trend-model";
import { AppShell } from "@/components/shell/app-shell";
import { Button, IconButton } from "@/components/ui/button";
import { Chip, Kbd, Tag } from "@/components/ui/chip";
import { Checkbox, RadioGroup, Switch } from "@/components/ui/choice";
import { CodeBlock } from "@/components/ui/code-block";
import { CopyField } from "@/components/ui/copy-field";
import { Facts } from "@/components/ui/facts";
import { FilterBar, FilterChip, SegmentedControl } from "@/components/ui/filters";
import { KeyFigure, KeyFigures } from "@/components/ui/key-figure";
import { Link } from "@/components/ui/link";
import { Markdown } from "@/components/ui/markdown";
import { ListItem, MasterDetail } from "@/components/ui/master-detail";
import { Avatar, Monogram } from "@/components/ui/monogram";
import { NoiseChip } from "@/components/ui/noise-chip";
import { Notice } from "@/components/ui/notice";
import { PageHead } from "@/components/ui/page-head";
import { LoadMore } from "@/components/ui/pagination";
import { Progress } from "@/components/ui/progress";
import { RelativeTime } from "@/components/ui/relative-time";
import { ResidencyGlyph } from "@/components/ui/residency-glyph";
import { Select } from "@/components/ui/select";
import { Sheet, SheetCell, SheetGrid, SheetHead } from "@/components/ui/sheet";
import { EmptyState, ErrorState, Skeleton } from "@/components/ui/states";
import { TabPanels } from "@/components/ui/tab-panels";
import { Table } from "@/components/ui/table";
import { LinkTabs } from "@/components/ui/tabs";
import { TextArea, TextField } from "@/components/ui/text-field";
import { AFTER, AGENTS, BUCKETS, SEGMENTS, SESSIONS, SKILLS, TOOLS, WINDOW } from "./data";
import { Interactive } from "./interactive";

const NOW = "2026-11-27T14:45:00Z";
const ZONE = "Europe/Lisbon";
const TICKS = [
  { at: 0.4, label: "40 prune" },
  { at: 0.6, label: "60 compact" },
  { at: 0.8, label: "80 checkpoint" },
  { at: 1, label: "200k" },
];
const SHARE = [{ key: "share", head: "Share of own" }];
const SKILL_COLUMNS = [
  { key: "loads", head: "Loads", hidePhone: true },
  { key: "size", head: "Size", hidePhone: true },
  { key: "used", head: "Used in sessions" },
];
const HARBOR = { name: "Harbor", slug: "harbor" };
const BILLING = { name: "billing-api", slug: "billing-api" };

export default function PreviewPage() {
  return (
    <AppShell
      team={HARBOR}
      project={BILLING}
      projects={[BILLING, { name: "ledger-ui", slug: "ledger-ui" }]}
      teams={[HARBOR, { name: "Quay", slug: "quay" }]}
      user={{ name: "Ines Okafor", email: "ines@harbor.dev" }}
      counts={{ sessions: 212, decisions: 43, failures: 2, handoffs: 3 }}
      current="overview"
    >
      <PageHead
        title="Overview"
        note="212 sessions · updated 12 s ago"
        crumbs={[
          { label: "Harbor", href: "/harbor" },
          { label: "billing-api", href: "/harbor/billing-api" },
        ]}
        actions={
          <>
            <Button collapse icon={<Link2 aria-hidden />}>
              Copy link
            </Button>
            <Button collapse icon={<Download aria-hidden />}>
              Export
            </Button>
          </>
        }
      >
        <FilterBar>
          <SegmentedControl
            label="Time range"
            current="14d"
            segments={["24 h", "7 d", "14 d", "30 d"].map((label) => ({
              key: label.replace(" ", ""),
              label,
              href: `/preview?range=${label}`,
            }))}
          />
          <Button icon={<Clock aria-hidden />}>
            14 to 27 Nov 2026 <span className="font-normal text-ink-3">vs 31 Oct to 13 Nov</span>
          </Button>
          <FilterChip field="Stage" operator="is" value="execute, verify, fix-bug" removeHref="/preview?a" />
          <FilterChip
            field="Branch"
            operator="is not"
            value="load-test"
            removeHref="/preview?b"
            editHref="/preview?c"
          />
          <Button variant="ghost" icon={<Plus aria-hidden />}>
            Filter <Kbd>F</Kbd>
          </Button>
        </FilterBar>
      </PageHead>
      <Sheet>
        <section aria-labelledby="band" className="border-b border-line px-3.5 pt-3.5 pb-3 md:px-4">
          <div className="mb-2 flex flex-wrap items-baseline justify-between gap-2">
            <h2 id="band">Where 48.6M tokens went</h2>
            <span className="text-ink-3">30.7M kept, 13.9M noise</span>
          </div>
          <ContextBar
            segments={SEGMENTS}
            size="band"
            label="Where tokens went"
            hrefOf={(kind) => `/preview?kind=${kind}`}
          />
          <div className="mt-2">
            <ContextLegend segments={SEGMENTS} hrefOf={(kind) => `/preview?kind=${kind}`} />
          </div>
        </section>
        <KeyFigures label="Key figures">
          <KeyFigure
            label="Tokens added"
            figure="48.6M"
            change={{ text: "+7.8 % on 45.1M" }}
            href="/preview?1"
            picture={<Sparkline values={[3, 2, 10, 11, 12, 11, 10, 2, 1, 11, 11, 10, 11, 8]} />}
          />
          <KeyFigure
            label="Noise"
            figure="28.6 %"
            unit="13.9M"
            change={{ text: "4.4 points lower", tone: "good" }}
            detail="idle 6.6M besides"
            href="/preview?2"
            picture={
              <ContextBar
                segments={SEGMENTS.filter((s) => ["duplicate", "resolved-error", "superseded"].includes(s.kind))}
                windowTokens={48_600_000}
              />
            }
          />
          <KeyFigure
            label="Carried noise"
            figure="$186.40"
            unit="402M tokens"
            change={{ text: "−11.2 %", tone: "good" }}
            detail="each one sent 22 times"
            href="/preview?3"
            picture={<Sparkline tone="noise" values={[3, 2, 10, 11, 12, null, 10, 2, 1, 11, 11, 10, 11, 8]} />}
          />
          <KeyFigure
            label="Saved by pruning, net"
            figure="$74.10"
            staleSince="as of 14:06"
            picture={<Progress label="Runs past break-even" value={133} max={141} size="md" />}
          />
          <KeyFigure
            label="Window at its fullest, median"
            figure="63 %"
            detail="126k of 200k tokens"
            picture={<ContextBar segments={WINDOW} windowTokens={200_000} ticks={TICKS.slice(0, 3)} />}
          />
        </KeyFigures>
        <SheetGrid>
          <SheetCell span={8} labelledBy="trend">
            <ChartFrame
              id="trend"
              title="Noise per day, by class"
              subtitle="17.9M tokens, 18.6M in the 14 days before"
              table={trendTable("Noise per day", "Day", BUCKETS, CHARTED_NOISE)}
            >
              <TrendChart
                labelledBy="trend"
                description="Noise by day from 14 to 27 November, stacked by class."
                buckets={BUCKETS}
                previousLabel="14 days before"
                annotations={[{ bucketKey: "2026-11-25", label: "Policy v7 published" }]}
              />
            </ChartFrame>
          </SheetCell>
          <SheetCell span={4} labelledBy="findings">
            <SheetHead id="findings" title="Findings" subtitle="What stands out in these 14 days, costliest first" />
            <p>
              The <b className="font-mono">code-review</b> skill loads 11.2k tokens and is used in 8 % of the sessions
              that load it. <Link href="/preview?f">38 sessions</Link>
            </p>
            <div className="mt-4 grid gap-3">
              <Notice tone="info">The analysis lags by 2 minutes. Figures follow by themselves.</Notice>
              <Notice tone="warn" action={<Button size="sm">Compare</Button>}>
                DEC-036 and DEC-040 may contradict.
              </Notice>
              <Notice tone="danger">5 times in 14 days, by 2 agents.</Notice>
              <Notice tone="success">Prune committed. 64.6k tokens saved.</Notice>
            </div>
          </SheetCell>
          <SheetCell span={6} labelledBy="agents">
            <ChartFrame
              id="agents"
              title="Noise by agent"
              subtitle="Pale bar: all tokens that the agent added"
              table={barListTable("Noise by agent", "Agent", AGENTS, SHARE)}
            >
              <BarList labelledBy="agents" nameHead="Agent" rows={AGENTS} columns={SHARE} />
            </ChartFrame>
          </SheetCell>
          <SheetCell span={6} labelledBy="skills">
            <ChartFrame
              id="skills"
              title="Noise by skill"
              subtitle="5.23M while a skill was active, 12.67M while none was"
              table={barListTable("Noise by skill", "Skill", SKILLS, SKILL_COLUMNS)}
            >
              <BarList labelledBy="skills" nameHead="Skill" rows={SKILLS} columns={SKILL_COLUMNS} mono bars={false} />
            </ChartFrame>
          </SheetCell>
          <SheetCell span={4} labelledBy="tools">
            <ChartFrame id="tools" title="Noise by tool" table={barListTable("Noise by tool", "Tool", TOOLS)}>
              <BarList labelledBy="tools" nameHead="Tool" rows={TOOLS} mono hideHead />
            </ChartFrame>
          </SheetCell>
          <SheetCell span={8} labelledBy="sessions" flush>
            <SheetHead
              id="sessions"
              title="Sessions with the most noise"
              subtitle="Window at its fullest: green was kept, warm was noise"
              className="px-3.5 pt-3.5 md:px-4 md:pt-4"
              tools={
                <Button variant="ghost" size="sm" href="/preview?all">
                  All 212
                </Button>
              }
            />
            <Table
              caption="Sessions with the most noise"
              rows={SESSIONS}
              rowKey={(row) => row.key}
              selectedKey="13"
              fixed
              columns={[
                {
                  key: "session",
                  head: "Session",
                  width: "34%",
                  rowHeader: true,
                  phone: "main",
                  cell: (row) => (
                    <span className="block leading-snug">
                      <Link look="plain" href={`/preview?s=${row.key}`} className="block truncate font-semibold">
                        {row.title}
                      </Link>
                      <span className="flex items-center gap-1.5 text-2xs text-ink-3">
                        <Monogram name="claude-code" category={0} />
                        S-{row.number} · <RelativeTime iso={row.when} nowIso={NOW} timeZone={ZONE} />
                      </span>
                    </span>
                  ),
                },
                {
                  key: "window",
                  head: "Window",
                  width: "16%",
                  phone: "wide",
                  cell: () => <ContextBar segments={WINDOW} windowTokens={200_000} label="Window at its fullest" />,
                },
                {
                  key: "noise",
                  head: "Noise",
                  align: "end",
                  phone: "side",
                  width: "10%",
                  sort: { href: "/preview?sort=noise", direction: null },
                  cell: (row) => <b className="font-semibold">{row.noise}</b>,
                },
                {
                  key: "cost",
                  head: "Cost",
                  align: "end",
                  width: "12%",
                  sort: { href: "/preview?sort=cost", direction: "descending" },
                  cell: (row) => row.cost,
                },
                {
                  key: "cause",
                  head: "Main cause",
                  phone: "wide",
                  cell: (row) => <span className="text-xs text-ink-2">{row.cause}</span>,
                },
              ]}
            />
            <LoadMore nextHref="/preview?after=x" shown={3} total={212} noun="sessions" />
          </SheetCell>
          <SheetCell span={12} label="Window before and after">
            <div className="grid gap-1.5 md:grid-cols-[128px_1fr] md:gap-3">
              <div className="leading-tight">
                Now
                <div className="text-lg font-medium">
                  148.2k <small className="text-sm text-ink-3">74 %</small>
                </div>
              </div>
              <ContextBar
                segments={WINDOW}
                windowTokens={200_000}
                size="head"
                ticks={TICKS}
                tickWords={false}
                label="Now"
              />
              <div className="leading-tight">
                After prune
                <div className="text-lg font-medium">
                  83.6k <small className="text-sm text-ink-3">42 %</small>
                </div>
              </div>
              <ContextBar segments={AFTER} windowTokens={200_000} size="head" ticks={TICKS} label="After prune" />
              <span />
              <ContextLegend segments={WINDOW} asRemoval />
            </div>
            <div className="mt-4 grid gap-2">
              <ContextBar segments={[]} windowTokens={200_000} size="head" ticks={TICKS} label="Empty" />
              <ContextBar segments={WINDOW} windowTokens={200_000} size="xs" />
              <ContextBar segments={[]} unknown />
            </div>
          </SheetCell>
          <SheetCell span={6} label="Fields">
            <form className="grid gap-4">
              <TextField label="Name" name="name" hint="Shown in the sidebar." defaultValue="billing-api" />
              <TextField
                label="Protected folder"
                name="glob"
                mono
                defaultValue="docs/{a"
                error="The bracket is not closed. Write docs/** to protect the folder."
              />
              <TextField
                label="Find in thread"
                hideLabel
                placeholder="Find in thread"
                icon={<Search aria-hidden />}
                suffix={<Kbd>/</Kbd>}
              />
              <Select
                label="Role"
                name="role"
                options={[
                  { value: "member", label: "Member" },
                  { value: "viewer", label: "Viewer" },
                ]}
              />
              <TextArea label="Reason" name="reason" rows={2} />
              <Checkbox label="Let it upload sessions" hint="Scope ingest." defaultChecked />
              <Checkbox label="Let it read" />
              <Switch label="Single-letter keys" defaultChecked />
              <Switch label="Off" />
              <RadioGroup
                label="Preset"
                name="preset"
                defaultValue="strict"
                options={[
                  { value: "strict", label: "Strict", hint: "Prunes only where it pays." },
                  { value: "loose", label: "Loose" },
                ]}
              />
            </form>
          </SheetCell>
          <SheetCell span={6} label="Parts">
            <div className="grid gap-4">
              <div className="flex flex-wrap gap-2">
                <Button variant="primary" icon={<Plus aria-hidden />}>
                  New decision
                </Button>
                <Button>Secondary</Button>
                <Button variant="ghost">Ghost</Button>
                <Button variant="danger">Revoke</Button>
                <Button variant="primary" loading>
                  Commit prune
                </Button>
                <Button disabledReason="Only owners publish a policy.">Publish</Button>
                <Button size="sm">Small</Button>
                <IconButton label="Restore" icon={<RotateCcw aria-hidden />} />
              </div>
              <div className="flex flex-wrap gap-2">
                {NOISE_CLASSES.map((noise) => (
                  <NoiseChip key={noise} noise={noise} />
                ))}
              </div>
              <div className="flex flex-wrap gap-2">
                <Chip>Seen once</Chip>
                <Chip tone="ok" icon={<Check aria-hidden />}>
                  Resolved
                </Chip>
                <Chip tone="warn" icon={<TriangleAlert aria-hidden />}>
                  Warning
                </Chip>
                <Chip tone="danger" icon={<Bell aria-hidden />}>
                  Escalated
                </Chip>
                <Chip tone="info" icon={<Lock aria-hidden />}>
                  Proposed
                </Chip>
                <Tag>src/webhooks/**</Tag>
                <Kbd>Ctrl K</Kbd>
              </div>
              <div className="flex flex-wrap items-center gap-3">
                <ResidencyGlyph residency="full" withWord />
                <ResidencyGlyph residency="retained" withWord />
                <ResidencyGlyph residency="reference" withWord />
                {[0, 1, 2, 3, 4, 5, 6, 7, 8].map((category) => (
                  <Monogram
                    key={category}
                    name={["claude-code", "code-reviewer", "codex"][category % 3] ?? ""}
                    category={category}
                    sub={category % 2 === 1}
                    label="agent"
                  />
                ))}
                <Avatar name="Ines Okafor" />
              </div>
              <LinkTabs
                label="Views"
                current="main"
                tabs={[
                  { key: "main", label: "Main", href: "/preview?t=1", count: "74 %" },
                  { key: "rev", label: "code-reviewer", href: "/preview?t=2", count: "30 %" },
                ]}
              />
              <TabPanels
                label="Agent"
                panels={[
                  {
                    key: "cc",
                    label: "Claude Code",
                    icon: <Monogram name="claude-code" category={0} />,
                    content: <CopyField value="npx steward connect claude-code" command label="Copy command" />,
                  },
                  {
                    key: "cx",
                    label: "Codex",
                    icon: <Monogram name="codex" category={2} />,
                    content: <CopyField value="npx steward connect codex" command label="Copy command" />,
                  },
                ]}
              />
              <CodeBlock
                label="What the model sees"
                tone="reference"
                copy
                code={"[context archived: ctx:0157]\nSame result as ctx:0147."}
              />
              <Progress label="Complete" value={7} max={8} valueText="7 of 8 sections" />
              <Interactive />
              <Skeleton lines={3} />
              <Markdown
                text={
                  "# Current task\nStripe retries made us send **twice**; see `deliver.ts` and [docs](https://example.com).\n\n- [x] find it\n- [ ] fix <script>alert(1)</script>\n\n| a | b |\n|---|---|\n| 1 | 2 |"
                }
              />
            </div>
          </SheetCell>
          <SheetCell span={6} label="Empty" flush>
            <EmptyState action={<Button>Remove filters</Button>}>
              No sessions in this range. Widen the range, or remove the filter on branch.
            </EmptyState>
          </SheetCell>
          <SheetCell span={6} label="Error" flush>
            <ErrorState retryHref="/preview" reference="req_8f2c">
              The sessions could not be read. The database did not answer within 5 seconds.
            </ErrorState>
          </SheetCell>
          <SheetCell span={6} labelledBy="loading">
            <ChartFrame
              id="loading"
              title="Loading chart"
              table={barListTable("x", "Tool", [])}
              state={{ kind: "loading" }}
            >
              {null}
            </ChartFrame>
          </SheetCell>
          <SheetCell span={6} labelledBy="empty">
            <ChartFrame
              id="empty"
              title="Empty chart"
              table={barListTable("x", "Skill", [])}
              state={{ kind: "empty", sentence: "No skill was loaded in this range." }}
            >
              {null}
            </ChartFrame>
          </SheetCell>
        </SheetGrid>
      </Sheet>
      <div className="h-6" />
      <Sheet>
        <ThreadTabs
          current="main"
          more="2 ended"
          threads={[
            {
              key: "main",
              name: "Main",
              href: "/preview?th=1",
              fill: "74 %",
              segments: WINDOW,
              windowTokens: 200_000,
              monogram: { letters: "CC", category: 0 },
            },
            {
              key: "cr",
              name: "code-reviewer",
              href: "/preview?th=2",
              fill: "30 %",
              segments: AFTER,
              windowTokens: 200_000,
              monogram: { category: 3, sub: true },
            },
          ]}
        />
        <MasterDetail
          backHref="/preview"
          backLabel="All decisions"
          list={
            <ul>
              <ListItem
                href="/preview?d=43"
                refName="DEC-043"
                title="Reject tax provider webhooks without a timestamp"
                meta={
                  <>
                    <Chip>Draft</Chip>
                    <span>27 Nov</span>
                  </>
                }
              />
              <ListItem
                href="/preview?d=42"
                current
                refName="DEC-042"
                title="Keep proration in integer cents, never floats"
                meta={
                  <>
                    <Chip tone="info">Proposed</Chip>
                    <span>27 Nov</span>
                  </>
                }
              />
              <ListItem
                href="/preview?d=27"
                faded
                title="Deliver webhooks inline, retry 3 times"
                meta={
                  <>
                    <Chip>Superseded</Chip>
                    <span>4 Nov</span>
                  </>
                }
              />
            </ul>
          }
          detail={
            <div className="grid gap-4 p-4 md:grid-cols-[1fr_252px]">
              <Markdown className="text-md" text={"Deliver each webhook from the request handler that caused it."} />
              <Facts
                facts={[
                  { key: "c", name: "Confidence", value: "Medium" },
                  {
                    key: "t",
                    name: "Tokens",
                    value: <TokenChange beforeTokens={5380} afterTokens={24} scaleTokens={11_200} />,
                  },
                  {
                    key: "u",
                    name: "Tokens",
                    value: <TokenChange beforeTokens={4120} afterTokens={4120} scaleTokens={11_200} />,
                  },
                ]}
              />
            </div>
          }
        />
      </Sheet>
    </AppShell>
  );
}
