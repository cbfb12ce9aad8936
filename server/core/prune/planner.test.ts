import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import type { Pin, Plan, PlanOptions, PrunePolicy, SessionEvent, SessionInput } from "./model";
import { plan } from "./pipeline";
import { Planner } from "./planner";
import { LOOSE_POLICY, SEED_POLICY, STRICT_POLICY } from "./policy";
import { arbitrarySession } from "./testing/arbitrary-session";
import { cutSession, joinParts } from "./testing/cut-session";
import { EAGER_POLICY, QUICK_POLICY } from "./testing/policies";
import { applied } from "./testing/reading";
import { aSession, type SessionBuilder } from "./testing/session-builder";
import type { SessionPart } from "./timeline/growing-timeline";

/** Hundreds of sessions a test; a busy machine takes its time. */
vi.setConfig({ testTimeout: 600_000 });

const RUNS = Number(process.env.STEWARD_PLANNER_RUNS ?? 300);

const anyPolicy = fc.constantFrom(QUICK_POLICY, QUICK_POLICY, STRICT_POLICY, EAGER_POLICY, LOOSE_POLICY, SEED_POLICY);

const anyOptions: fc.Arbitrary<PlanOptions> = fc.record(
  {
    compact: fc.boolean(),
    passes: fc.subarray(["dedup", "purge-errors", "compress-stale"] as const, { minLength: 1 }),
  },
  { requiredKeys: [] },
);

/** How the clients name pairs: the result its call, each the other, the call its result, or nobody anybody. */
const anyNaming = fc.constantFrom<("result" | "both" | "call" | "none")[]>("result", "both", "call", "none");

function named(session: SessionInput, naming: "result" | "both" | "call" | "none"): SessionInput {
  const resultOf = new Map(session.events.flatMap(({ partner, ref }) => (partner === null ? [] : [[partner, ref]])));
  const partnerOf = (event: SessionEvent): string | null => {
    const isCall = event.kind === "tool_call";
    if (naming === "none" || naming === (isCall ? "result" : "call")) return null;
    return isCall ? (resultOf.get(event.ref) ?? null) : event.partner;
  };
  return { ...session, events: session.events.map((event) => ({ ...event, partner: partnerOf(event) })) };
}

/** Clocks that tick so seldom that many events of several threads have the same time. */
function coarse(session: SessionInput, tickMs: number): SessionInput {
  const tick = <T extends { readonly atMs: number }>(item: T): T => ({
    ...item,
    atMs: item.atMs - (item.atMs % tickMs),
  });
  return { ...session, events: session.events.map(tick), requests: session.requests.map(tick) };
}

/** What happens between two parts, besides the events. */
interface Between {
  readonly options: PlanOptions;
  readonly commits: boolean;
  readonly pins: readonly number[];
  readonly restores: number | null;
  readonly acknowledges: number | null;
  readonly links: number | null;
}

const anyBetween: fc.Arbitrary<Between> = fc.record({
  options: anyOptions,
  commits: fc.boolean(),
  pins: fc.array(fc.nat(), { maxLength: 2 }),
  restores: fc.option(fc.nat(), { freq: 3 }),
  acknowledges: fc.option(fc.nat(), { freq: 3 }),
  links: fc.option(fc.nat(), { freq: 3 }),
});

const QUIET: Between = { options: {}, commits: false, pins: [], restores: null, acknowledges: null, links: null };

function pick<T>(list: readonly T[], at: number | null): T | undefined {
  return at === null || list.length === 0 ? undefined : list[at % list.length];
}

/** The facts of the next part, as people, agents and runs leave them. */
function passOn(session: SessionInput, planned: Plan, between: Between): SessionInput {
  const next = between.commits ? applied(session, planned) : session;
  const refs = session.events.map(({ ref }) => ref);
  const setAtMs = Math.max(0, ...session.events.map(({ atMs }) => atMs));
  const restored = pick([...next.standings.keys()], between.restores);
  const standings = new Map(next.standings);
  if (restored !== undefined) {
    standings.set(restored, { residency: "full", retained: null, by: "agent", setAtMs, isApplied: true });
  }
  const pins = between.pins.flatMap((at): Pin[] => {
    const ref = pick(refs, at);
    return ref === undefined ? [] : [{ ref, by: "ann", reason: "needed" }];
  });
  const done = pick(refs, between.acknowledges);
  const failed = pick(refs, between.links);
  return {
    ...next,
    standings,
    pins,
    acknowledged: new Set(done === undefined ? [] : [...next.acknowledged, done]),
    records:
      failed === undefined
        ? []
        : [{ kind: "failure", link: "FAIL-001", title: "It fails", active: true, refs: [failed] }],
  };
}

interface Tally {
  continued: number;
  rebuilt: number;
}

/** Plans each prefix twice, by a planner that goes on and by a plan of the whole, and compares. */
function growAndCompare(
  session: SessionInput,
  parts: readonly SessionPart[],
  betweens: readonly Between[],
  policy: PrunePolicy,
  tally: Tally,
): void {
  let known = joinParts(session, []);
  let planner = new Planner(session, policy);
  parts.forEach((part, index) => {
    const between = betweens[index % Math.max(1, betweens.length)] ?? QUIET;
    known = { ...joinParts(session, parts.slice(0, index + 1)), ...factsOf(known) };
    if (planner.append(part)) tally.continued++;
    else {
      tally.rebuilt++;
      planner = new Planner(session, policy);
      expect(planner.append(known)).toBe(true);
    }
    planner.set(factsOf(known));
    const whole = plan({ ...known }, policy, between.options);
    expect(planner.plan(between.options)).toEqual(whole);
    known = passOn(known, whole, between);
    planner.set(factsOf(known));
    expect(planner.plan(between.options)).toEqual(plan({ ...known }, policy, between.options));
  });
}

function factsOf({ standings, acknowledged, pins, records, summaries }: SessionInput) {
  return { standings, acknowledged, pins, records, summaries };
}

/** Requests of several models, told late or never. */
function withModels(session: SessionInput): SessionInput {
  const models = ["model-a", "model-b", null];
  return { ...session, requests: session.requests.map((own, at) => ({ ...own, model: models[at % 3] ?? null })) };
}

type Step = (session: SessionBuilder) => SessionBuilder;
const NAMES = ["fooBar", "barBaz", "src/a.ts", "b.ts"];
const FILE_TEXT = NAMES.map((name) => `const line_of = ${name};\n`.repeat(6)).join("");
const anyName = fc.constantFrom(...NAMES);
const anyLines = fc.subarray(NAMES).map((names) => names.map((name) => `call ${name} with it\n`.repeat(5)).join(""));

/** Threads that rest while others use the names that they show: what one of them says changes what holds of another. */
const talkStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.constantFrom("main", "t1", "t2").map(
      (key): Step =>
        (s) =>
          s.inThread(key),
    ),
  },
  {
    weight: 3,
    arbitrary: anyName.map(
      (name): Step =>
        (s) =>
          s.said(`now ${name}`),
    ),
  },
  {
    weight: 2,
    arbitrary: anyName.map(
      (name): Step =>
        (s) =>
          s.prompted(`do ${name}`),
    ),
  },
  {
    weight: 2,
    arbitrary: anyLines.map(
      (text): Step =>
        (s) =>
          s.ran("make it", { text }),
    ),
  },
  {
    weight: 2,
    arbitrary: anyName.map(
      (name): Step =>
        (s) =>
          s.searched(name, { text: FILE_TEXT }),
    ),
  },
  {
    weight: 2,
    arbitrary: anyLines.map(
      (text): Step =>
        (s) =>
          s.read("lib/src/a.ts", { text: `${text}${FILE_TEXT}` }),
    ),
  },
  {
    weight: 2,
    arbitrary: anyLines.map(
      (text): Step =>
        (s) => {
          const params = JSON.stringify({ path: "c.ts", text: `\t${text}\u00e4${text}` });
          return s.used({ tool: "Write", toolClass: "write", target: "c.ts", mutates: true, params, text: "ok" }, {});
        },
    ),
  },
  {
    weight: 1,
    arbitrary: anyName.map(
      (name): Step =>
        (s) =>
          s.loadedSkill(name, FILE_TEXT),
    ),
  },
  {
    weight: 5,
    arbitrary: fc.integer({ min: 2, max: 8 }).map(
      (count): Step =>
        (s) =>
          s.turns(count),
    ),
  },
  { weight: 1, arbitrary: fc.constant<Step>((s) => s.compacted()) },
  {
    weight: 2,
    arbitrary: anyName.map(
      (name): Step =>
        (s) =>
          s.edited(name, { text: FILE_TEXT }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("git commit -am x", "git reset --hard", "git checkout -- src/a.ts").map(
      (line): Step =>
        (s) =>
          s.ran(line),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom("in_progress", "completed").map(
      (status): Step =>
        (s) => {
          const params = JSON.stringify({ todos: [{ content: "look", status, activeForm: "looking" }] });
          return s.used({ tool: "TodoWrite", toolClass: "todo", params, text: "ok" }, {});
        },
    ),
  },
);

const anyTalk = fc
  .array(talkStep, { minLength: 8, maxLength: 30, size: "max" })
  .map((steps) => withModels(steps.reduce((session, step) => step(session), aSession()).build()));

const denseCuts = fc.array(fc.nat({ max: 150 }), { minLength: 4, maxLength: 16, size: "max" });

const anyCuts = fc.array(fc.nat({ max: 400 }), { minLength: 1, maxLength: 8 });

describe("planner", () => {
  it("gives at every cut the plan of the whole", () => {
    const tally: Tally = { continued: 0, rebuilt: 0 };
    fc.assert(
      fc.property(
        arbitrarySession,
        anyNaming,
        fc.constantFrom(1, 1, 7_000),
        anyCuts,
        fc.array(anyBetween, { maxLength: 8 }),
        anyPolicy,
        fc.option(fc.nat(), { freq: 6 }),
        (session, naming, tickMs, cuts, betweens, policy, lateAt) => {
          const told = withModels(coarse(named(session, naming), tickMs));
          const late = pick(told.events, lateAt)?.ref;
          const parts = cutSession(told, cuts, (ref) => ref === late);
          growAndCompare(told, parts, betweens, policy, tally);
        },
      ),
      { numRuns: RUNS },
    );
    expect(tally.continued).toBeGreaterThan(tally.rebuilt);
  });

  it("notices what one thread says about another that rests", () => {
    const tally: Tally = { continued: 0, rebuilt: 0 };
    fc.assert(
      fc.property(anyTalk, denseCuts, (session, cuts) => {
        growAndCompare(session, cutSession(session, cuts), [QUIET], QUICK_POLICY, tally);
      }),
      { numRuns: RUNS },
    );
    expect(tally.rebuilt).toBe(0);
  });

  it("goes on over compactions, clears, parallel threads and calls that wait for their results", () => {
    const isSimple = (session: SessionInput) =>
      session.boundaries.every(({ kind, toSeq }) => kind !== "rewind" || toSeq === null) &&
      session.events.every(({ outcome }) => outcome !== "refused");
    const tally: Tally = { continued: 0, rebuilt: 0 };
    fc.assert(
      fc.property(arbitrarySession.filter(isSimple), anyCuts, anyPolicy, (session, cuts, policy) => {
        growAndCompare(session, cutSession(session, cuts), [QUIET], policy, tally);
      }),
      { numRuns: Math.ceil(RUNS / 5) },
    );
    expect(tally.rebuilt).toBe(0);
  });
});
