import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { BarList } from "./bar-list";
import { barListTable } from "./bar-list-model";
import { ContextBar, ContextLegend } from "./context-bar";
import { TableTwin } from "./table-twin";
import { TrendChart } from "./trend-chart";
import { type TrendBucket, trendTable } from "./trend-model";

const text = (html: string) => html.replaceAll(/<[^>]+>/g, " ").replaceAll(/\s+/g, " ");

describe("ContextBar", () => {
  const segments = [
    { kind: "rules" as const, tokens: 80 },
    { kind: "duplicate" as const, tokens: 20 },
  ];

  it("says its content to a screen reader", () => {
    const html = renderToStaticMarkup(<ContextBar segments={segments} label="Main thread" windowTokens={200} />);
    expect(html).toContain('aria-label="Main thread: 100 of 200 tokens, 50\u00a0%: rules 80, duplicate 20."');
  });

  it("says that the size is unknown and draws only the track", () => {
    const html = renderToStaticMarkup(<ContextBar segments={segments} unknown />);
    expect(html).toContain("Size unknown.");
    expect(html).not.toContain("bg-rules");
  });

  it("links a segment too small to hit from the legend instead", () => {
    const small = [...segments, { kind: "idle" as const, tokens: 2 }];
    const hrefOf = (kind: string) => `/kind/${kind}`;
    expect(renderToStaticMarkup(<ContextBar segments={small} hrefOf={hrefOf} />)).not.toContain("/kind/idle");
    expect(renderToStaticMarkup(<ContextLegend segments={small} hrefOf={hrefOf} />)).toContain("/kind/idle");
  });
});

describe("BarList", () => {
  const rows = [
    {
      key: "a",
      name: "main",
      href: "/events?agent=main",
      addedTokens: 2_000_000,
      noise: { duplicate: 1_210_000, idle: 5 },
    },
  ];

  it("makes each row a link to the events behind it", () => {
    const html = renderToStaticMarkup(<BarList labelledBy="h" nameHead="Agent" rows={rows} />);
    expect(html).toContain('href="/events?agent=main"');
    expect(text(html)).toContain("1.21M");
  });

  it("has a twin with the exact numbers, marked as estimates", () => {
    const html = renderToStaticMarkup(<TableTwin table={barListTable("Noise by agent", "Agent", rows)} />);
    expect(text(html)).toContain("main 2,000,000 1,210,000 0 0 5 1,210,000");
  });
});

describe("TrendChart", () => {
  const buckets: TrendBucket[] = [
    { key: "1", label: "Mon 1", fullLabel: "Mon 1 Nov", values: { duplicate: 1000 }, href: "/events?day=1" },
    { key: "2", label: "Tue 2", fullLabel: "Tue 2 Nov", values: null, href: "/events?day=2" },
    { key: "3", label: "Wed 3", fullLabel: "Wed 3 Nov", values: { idle: 500 }, partial: true },
  ];
  const html = renderToStaticMarkup(<TrendChart labelledBy="h" description="Noise by day." buckets={buckets} />);

  it("links a column to its events by a spoken name", () => {
    expect(html).toMatch(/<a [^>]*aria-label="Mon 1 Nov: 1k tokens"[^>]* href="\/events\?day=1"/);
  });

  it("links nothing where nothing was recorded", () => {
    expect(html).not.toContain("/events?day=2");
  });

  it("says that today is not over", () => {
    expect(text(html)).toContain("so far");
  });

  it("has a twin that writes a gap as no data", () => {
    const twin = renderToStaticMarkup(
      <TableTwin table={trendTable("Noise per day", "Day", buckets, ["duplicate", "idle"])} />,
    );
    expect(text(twin)).toContain("Tue 2 Nov no data no data no data");
  });
});
