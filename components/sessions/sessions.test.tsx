import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { BudgetStatusView, TiersView } from "@/server/core/budget/views";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { PinControl } from "./context/pin-control";
import { ResidencyControl } from "./context/residency-control";
import { TierList } from "./context/tier-list";
import type { EventChanger } from "./context/use-event-change";
import { WindowGauge } from "./context/window-gauge";
import { ChangeBars } from "./runs/change-bars";
import { AutomaticWords, BreakEven, EconomyFigures } from "./runs/economics";
import { BlockedTable, MoveTable, SummaryList } from "./runs/move-table";
import { SessionScopeProvider } from "./session-scope";
import { ViewTabs } from "./view-tabs";

const BASE = { team: "harbor", project: "billing-api" };

const DENIED = "Your role here is viewer; members change what the model sees.";

function render(children: React.ReactNode, denied: string | null = null): string {
  return renderToStaticMarkup(
    <SessionScopeProvider
      base={BASE}
      number={12}
      timeZone="Europe/Berlin"
      nowIso="2026-11-27T14:00:00.000Z"
      capability="at-resume"
      client="claude-code"
      cwd="/work/api"
      denied={denied}
    >
      {children}
    </SessionScopeProvider>,
  );
}

/** Does nothing; what is drawn of it is looked at. */
const IDLE: EventChanger = { change: () => undefined, pending: null, refusal: null, forget: () => undefined };

function anEvent(changes: Partial<EventDetail> = {}): EventDetail {
  return {
    row: {
      ref: "e4",
      thread: "main",
      seq: 4,
      at: "2026-11-27T13:06:00.000Z",
      agent: "main",
      kind: "tool_result",
      label: "Read src/a.ts",
      tool: "Read",
      outcome: "ok",
      exitCode: null,
      tokens: 1_200,
      tokensExact: false,
      tokensAfter: 200,
      residency: { from: "full", to: "retained" },
      noise: null,
      rule: null,
      reason: null,
      evidence: [],
      turn: 2,
      userTurn: 1,
      epoch: 0,
      inContext: true,
    },
    bytes: 4_800,
    path: null,
    target: null,
    skill: null,
    model: null,
    stage: null,
    stageTold: false,
    contentSha256: "00",
    text: "",
    textChars: 0,
    carried: null,
    insteadText: null,
    verdicts: [],
    blocked: [],
    transitions: [],
    plannedMeaning: "a.ts: 40 lines",
    pins: [],
    acknowledged: null,
    partner: null,
    policyVersion: 0,
    ...changes,
  };
}

describe("what a person can do with an event", () => {
  const change = { actorKind: "member", actor: "Ines", reason: "Archived on request.", rule: null, run: null } as const;
  const archived = anEvent({
    transitions: [
      { ...change, from: "full", to: "retained", retained: "a.ts: 12 names", at: "2026-11-27T13:06:00.000Z" },
    ],
  });

  it("begins with what the model sees now, and its kept meaning can be edited", () => {
    const html = render(<ResidencyControl detail={archived} changer={IDLE} />);
    expect(html).toMatch(/<input[^>]*checked=""[^>]*value="retained"|value="retained"[^>]*checked=""/);
    expect(html).toContain("a.ts: 12 names</textarea>");
    expect(html).toContain("in place of 1,200");
  });

  it("is shown to a viewer, closed, with the reason", () => {
    const html = render(
      <>
        <ResidencyControl detail={archived} changer={IDLE} />
        <PinControl detail={archived} changer={IDLE} isOpen={false} onOpen={() => undefined} />
      </>,
      DENIED,
    );
    expect(html.match(/<input[^>]*disabled=""/g)).toHaveLength(2);
    expect(html.match(/aria-disabled="true"/g)).toHaveLength(3);
    expect(html).toContain(`title="${DENIED}"`);
  });

  it("tells who pinned and who acknowledged, why and until when", () => {
    const pin = { by: "Mei", reason: "The <b>audit</b>.", at: "2026-11-27T13:06:00.000Z", until: null };
    const noted = anEvent({
      pins: [{ ...pin, until: "2026-11-28T13:06:00.000Z" }],
      acknowledged: { by: "Ines", at: "2026-11-27T13:07:00.000Z" },
    });
    const html = render(<PinControl detail={noted} changer={IDLE} isOpen={false} onOpen={() => undefined} />);
    const words = html.replaceAll(/<\/?(?:time|span)[^>]*>/g, "");
    expect(words).toMatch(/Pinned by Mei, 27 Nov.*14:06, until 28 Nov.*14:06: The &lt;b&gt;audit/);
    expect(words).toMatch(/Acknowledged by Ines, 27 Nov.*14:07/);
    expect(html).toContain("Unpin");
  });
});

describe("what a run changes", () => {
  const move = {
    ref: "e4",
    thread: "main",
    kind: "tool_result",
    tool: "Read",
    label: "Read /work/api/src/a.ts",
    from: "full",
    to: "reference",
    pass: "dedup",
    rule: "dedup.identical-result",
    reason: "Same as <b>ctx:e2</b>.",
    evidence: ["e2"],
    tokensBefore: 1_200,
    tokensAfter: 24,
    retained: null,
  } as const;
  const html = render(<MoveTable moves={[{ ...move, evidence: [...move.evidence] }]} caption="Moves" />);

  it("links each event to its place, with its path relative to the session's folder", () => {
    expect(html).toContain('href="/harbor/billing-api/sessions/12?event=e4"');
    expect(html).toContain("Read src/a.ts");
    expect(html).not.toContain("/work/api/");
  });

  it("shows reasons as text", () => {
    expect(html).toContain("Same as &lt;b&gt;ctx:e2&lt;/b&gt;.");
  });
});

describe("a blocked removal", () => {
  it("names the rule, the protection, its pattern and the reason", () => {
    const row = {
      ref: "e9",
      thread: "main",
      kind: "tool_result",
      tool: "Read",
      label: "Read AGENTS.md",
      tokens: 900,
      rule: "compress-stale.superseded-read",
      protection: "protect.core-files",
      pattern: "AGENTS.md",
      reason: "It holds the rules of the project.",
    };
    const html = render(<BlockedTable rows={[row]} caption="Blocked" />);
    for (const part of [row.rule, row.protection, ">AGENTS.md<", row.reason, "?event=e9"]) expect(html).toContain(part);
  });
});

describe("the bars of a run", () => {
  const saved = { dedup: 300, "purge-errors": 0, "compress-stale": 500 };
  const html = render(
    <ChangeBars beforeTokens={2_000} afterTokens={1_000} summaryTokens={100} windowTokens={10_000} saved={saved} />,
  );

  it("say what goes by pass, and what no pass explains", () => {
    expect(html).toContain("Now: Stays 900, Duplicates 300, Stale 500, Other 200 tokens");
    expect(html).toContain("After the run: Stays 900, Summaries 100 tokens");
  });

  it("leave out passes that bring nothing", () => {
    expect(html).not.toContain("Resolved errors");
  });
});

describe("economics", () => {
  const economy = { savedTokens: 64_600, rewrittenTokens: 61_200, isCacheCold: false, breakEvenRequests: 11 };

  it("say what is saved, what is rewritten and when it pays", () => {
    const html = render(<EconomyFigures economy={economy} />);
    for (const part of ["64.6k", "61.2k", "11 requests"]) expect(html).toContain(part);
    expect(render(<BreakEven economy={economy} />)).toContain("pays from then on");
  });

  it("rewrite nothing when the cache is cold, and draw no line then", () => {
    const cold = { ...economy, isCacheCold: true, breakEvenRequests: 0 };
    const html = render(<EconomyFigures economy={cold} />);
    expect(html).toContain("none, it is cold");
    expect(html).toContain("at once");
    expect(render(<BreakEven economy={cold} />)).toBe("");
  });

  it("say what batching would do, and that nobody prunes a client by itself that cannot rewrite its window", () => {
    const decision = {
      commits: false,
      trigger: "window",
      neededTokens: 45_000,
      economics: { ...economy, keptPrefixTokens: 10 },
      reason: "It would save 2,000 tokens; 45,000 tokens are needed.",
    } as const;
    const outlook = { thread: "main", agent: "main", moves: 3, beforeTokens: 9, afterTokens: 7 };
    const html = render(
      <AutomaticWords outlook={{ ...outlook, asked: decision, automatic: decision }} isLive={false} />,
    );
    expect(html).toContain("Automatic batching would wait.");
    expect(html).toContain("45,000 tokens are needed.");
    expect(html).toContain("Nobody prunes this client without being asked.");
  });
});

describe("summaries", () => {
  it("show their text and run nothing of it", () => {
    const summary = { thread: "main", fromSeq: 3, toSeq: 17, text: "Tried <img src=x onerror=alert(1)>", tokens: 96 };
    const html = render(<SummaryList summaries={[{ ...summary, evidence: ["DEC-4@2"] }]} />);
    expect(html).toContain("events 3 to 17");
    expect(html).not.toContain("<img");
  });
});

describe("tiers", () => {
  const item = {
    id: "file:a",
    kind: "file-summary",
    title: "/work/api/src/a.ts",
    tokens: 420,
    home: "hot",
    importance: { score: 0.71, terms: [{ term: "recency", value: 0.9, weight: 0.3 }] },
    why: "It fell, because hot had no room for it.",
  } as const;
  const tiers = (budgetTokens: number | null): TiersView => ({
    session: 12,
    asOf: "2026-11-27T14:00:00.000Z",
    atTurn: 40,
    tiers: [
      { tier: "hot", budgetTokens, usedTokens: 0, items: [], moreItems: 0 },
      {
        tier: "warm",
        budgetTokens,
        usedTokens: 420,
        items: [{ ...item, importance: { score: 0.71, terms: [...item.importance.terms] } }],
        moreItems: 0,
      },
    ],
    beyond: [],
    moreBeyond: 0,
  });

  it("give each item its reason, its size and where it fell from", () => {
    const html = render(<TierList tiers={tiers(60_000)} />);
    for (const part of ["src/a.ts", "420", "hot had no room", "from hot", "420 of 60k"]) expect(html).toContain(part);
  });

  it("say what would stand in an empty one, and claim no budget of an unknown window", () => {
    const html = render(<TierList tiers={tiers(null)} />);
    expect(html).toContain("The task, active files");
    expect(html).not.toContain(" of 60k");
  });
});

describe("the gauge of a window", () => {
  const thresholds = {
    prune: 0.35,
    plan: 0.5,
    compact: 0.6,
    summarize: 0.7,
    checkpoint: 0.8,
    checkpointAfterMinutes: 60,
    quietTurns: 5,
    maxInjection: 0.1,
  };
  const usage = {
    tokens: 90_000,
    share: 0.45,
    source: "estimated",
    addedSinceTokens: 0,
    projectionTokens: 90_000,
    reclaimableTokens: 30_000,
  } as const;
  const status = { thresholds, usage, window: { tokens: 200_000, source: "model" } } as const;
  const draw = (changed: object) =>
    // Only these three parts are drawn.
    render(<WindowGauge status={{ ...status, ...changed } as unknown as BudgetStatusView} />);

  it("shows the project's own thresholds", () => {
    const html = draw({});
    expect(html).toContain("35 prune");
    expect(html).toContain("45\u00a0% full");
    expect(html).toContain("30,000 of them could be taken out");
  });

  it("claims nothing of a window whose size is unknown", () => {
    const html = draw({ window: { tokens: null, source: null }, usage: { ...usage, share: null } });
    expect(html).toContain("unknown");
    expect(html).not.toContain("prune");
  });
});

describe("the parts of a session page", () => {
  it("are addresses, and the open one says so", () => {
    const html = render(<ViewTabs base={BASE} number={12} current="runs" />);
    expect(html).toContain('href="/harbor/billing-api/sessions/12?view=tiers"');
    expect(html).toMatch(/aria-current="page"[^>]*href="[^"]*view=runs"|href="[^"]*view=runs"[^>]*aria-current="page"/);
    expect(html.match(/aria-current/g)).toHaveLength(1);
  });
});
