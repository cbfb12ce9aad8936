import { Random } from "../../prisma/demo/random";
import { feature } from "../../prisma/demo/scenarios/feature";
import { fixBug } from "../../prisma/demo/scenarios/fix-bug";
import { review } from "../../prisma/demo/scenarios/review";
import { type DemoBatch, SessionWriter } from "../../prisma/demo/session-writer";
import type { Client } from "../../server/core/events/kinds";

const HOUR_MS = 3_600_000;
const EVENTS_A_BATCH = 500;
const COMPACT_EVERY_EVENTS = 700;
const SCENARIOS = [fixBug, feature, review] as const;
const CLIENTS: readonly { client: Client; model: string; person: string }[] = [
  { client: "claude-code", model: "claude-sonnet-4-5", person: "Ines Okafor" },
  { client: "claude-code", model: "claude-opus-4-5", person: "Mei Lin" },
  { client: "codex", model: "gpt-5.4", person: "Tomás Rivera" },
  { client: "opencode", model: "claude-sonnet-4-5", person: "Priya Nair" },
];

/** An agent's work on one task after another, of at least `eventsEach` events: sub-agents, skills, retries, compactions. */
export function longSession(
  number: number,
  { eventsEach, startMs }: { eventsEach: number; startMs: number },
): DemoBatch {
  const random = new Random(900 + number);
  const { client, model, person } = CLIENTS[number % CLIENTS.length] ?? {
    client: "claude-code",
    model: "",
    person: "",
  };
  const plan = {
    id: `scale-${number}`,
    client,
    model,
    person,
    title: `Long session ${number}`,
    branch: number % 3 === 0 ? "main" : `topic-${number}`,
    startedAtMs: startMs + number * HOUR_MS,
    daysAgo: number,
  };
  const writer = new SessionWriter(plan, random);
  let compactAt = COMPACT_EVERY_EVENTS;
  while (writer.batch().events.length < eventsEach) {
    const scenario = random.pick(SCENARIOS);
    const [, path, task] = random.pick(scenario.titles);
    scenario.play(writer, { path, task });
    if (writer.batch().events.length < compactAt) continue;
    writer.compact(`Worked on ${path}. ${task}`);
    compactAt += COMPACT_EVERY_EVENTS;
  }
  return withSteadySkills(writer.batch());
}

/** A skill is one text that changes now and then; the scenarios write a new one at each load. */
function withSteadySkills(batch: DemoBatch): DemoBatch {
  const bodies = new Map<string, string>();
  const events = batch.events.map((event) => {
    if (event.kind !== "skill_load" || !event.skill || event.text === undefined) return event;
    const text = bodies.get(event.skill) ?? event.text;
    bodies.set(event.skill, text);
    return { ...event, text };
  });
  return { ...batch, events };
}

/** As a client uploads it: in batches. */
export function* inParts({ events, ...rest }: DemoBatch): Generator<DemoBatch> {
  for (let at = 0; at < events.length; at += EVENTS_A_BATCH) {
    const isFirst = at === 0;
    yield {
      ...rest,
      events: events.slice(at, at + EVENTS_A_BATCH),
      requests: isFirst ? rest.requests.slice(0, 1_000) : [],
      boundaries: isFirst ? rest.boundaries : [],
    };
  }
}
