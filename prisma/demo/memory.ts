import type { ProjectScope } from "@/server/core/access/scope";
import { DecisionInput } from "@/server/core/decisions/decision-input";
import { NO_RECORD_FILTER } from "@/server/core/decisions/record-filter";
import type { Deps } from "@/server/services/deps";
import { editDecision } from "@/server/services/memory/edit-decision";
import { listDecisions } from "@/server/services/memory/list-decisions";
import { listFailures } from "@/server/services/memory/list-failures";
import { recordDecision } from "@/server/services/memory/record-decision";
import { recordFailure } from "@/server/services/memory/record-failure";
import { resolveFailure } from "@/server/services/memory/resolve-failure";
import { reviewDecision } from "@/server/services/memory/review-decision";
import { at, inNameOf, must } from "./days";
import { DEMO_FAILURES } from "./memory-failures";
import { DEMO_DECISIONS, type DemoChange, type DemoDecision } from "./memory-records";
import { loadDemoRules } from "./rules";

/**
 * Decisions, failures and rules of the demo's project, through the services of the rooms, each on its day and in order of
 * time. A title that the project has already is left alone, so a second call adds nothing twice.
 */
export async function loadDemoMemory(deps: Deps, scope: ProjectScope): Promise<void> {
  await loadFailures(deps, scope);
  await loadDecisions(deps, scope);
  await loadDemoRules(deps, scope);
}

type Step = { readonly daysAgo: number; readonly run: () => Promise<void> };

async function inOrder(steps: readonly Step[]): Promise<void> {
  for (const { run } of [...steps].sort((a, b) => b.daysAgo - a.daysAgo)) await run();
}

async function loadDecisions(deps: Deps, scope: ProjectScope): Promise<void> {
  const page = { filter: NO_RECORD_FILTER, sort: "newest", cursor: null, limit: 100 } as const;
  const known = new Set(must(await listDecisions(deps, scope, page)).rows.map((row) => row.title));
  const records = new Map<string, { number: number; version: number; decision: DecisionInput }>();
  const steps = DEMO_DECISIONS.filter(({ says }) => !known.has(says.title)).flatMap((demo): Step[] => [
    {
      daysAgo: demo.daysAgo,
      run: async () => {
        const decision = inputOf(demo, (key) => records.get(key)?.number, at(deps, demo.daysAgo).clock.now());
        const input = { decision, status: demo.status };
        const made = must(await recordDecision(at(deps, demo.daysAgo), inNameOf(scope, demo.by), input));
        records.set(demo.key, { ...made, decision });
      },
    },
    ...(demo.later ?? []).map((change) => ({
      daysAgo: change.daysAgo,
      run: async () => {
        const before = records.get(demo.key);
        if (before) records.set(demo.key, { ...before, ...(await changed(deps, scope, before, change)) });
      },
    })),
  ]);
  await inOrder(steps);
}

function inputOf(demo: DemoDecision, numberOf: (key: string) => number | undefined, day: Date): DecisionInput {
  const supersedes = (demo.replaces ?? []).flatMap((key) => numberOf(key) ?? []);
  return DecisionInput.parse({ decidedOn: day.toISOString(), ...demo.says, supersedes });
}

async function changed(
  deps: Deps,
  scope: ProjectScope,
  before: { number: number; version: number; decision: DecisionInput },
  change: DemoChange,
): Promise<{ version: number; decision: DecisionInput }> {
  const target = { number: before.number, expectedVersion: before.version };
  const [then, person] = [at(deps, change.daysAgo), inNameOf(scope, change.by)];
  if ("edit" in change) {
    const decision = { ...before.decision, ...change.edit };
    return { version: must(await editDecision(then, person, { ...target, decision })).version, decision };
  }
  const { to, note } = change;
  const { version } = must(await reviewDecision(then, person, { ...target, to, note }));
  return { version, decision: before.decision };
}

async function loadFailures(deps: Deps, scope: ProjectScope): Promise<void> {
  const page = { filter: NO_RECORD_FILTER, sort: "newest", cursor: null, limit: 100 } as const;
  const known = new Set(must(await listFailures(deps, scope, page)).rows.map((row) => row.title));
  const steps = DEMO_FAILURES.filter(({ says }) => !known.has(says.title)).flatMap((demo): Step[] => {
    const { says, resolved } = demo;
    let number = 0;
    const found: Step = {
      daysAgo: demo.daysAgo,
      run: async () => {
        const input = { failure: says, status: "active" } as const;
        number = must(await recordFailure(at(deps, demo.daysAgo), inNameOf(scope, demo.by), input)).number;
      },
    };
    if (!resolved) return [found];
    const target = { expectedVersion: 1, rootCause: "", fix: "" };
    const fixed: Step = {
      daysAgo: resolved.daysAgo,
      run: async () => {
        must(await resolveFailure(at(deps, resolved.daysAgo), inNameOf(scope, resolved.by), { number, ...target }));
      },
    };
    return [found, fixed];
  });
  await inOrder(steps);
}
