import type { Client } from "@/server/core/events/kinds";
import { Random } from "./random";
import type { Scenario } from "./scenario";
import { feature } from "./scenarios/feature";
import { fixBug } from "./scenarios/fix-bug";
import { review } from "./scenarios/review";
import { type DemoBatch, SessionWriter } from "./session-writer";

const DAYS = 28;
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;
const SEED = 20_261;

const PEOPLE = ["Ines Okafor", "Tomás Rivera", "Mei Lin", "Jonas Weber", "Priya Nair"] as const;
const SCENARIOS: readonly [Scenario, ...Scenario[]] = [fixBug, feature, fixBug, review, feature];
const CLIENTS: readonly [{ client: Client; model: string }, ...{ client: Client; model: string }[]] = [
  { client: "claude-code", model: "claude-sonnet-4-5" },
  { client: "claude-code", model: "claude-sonnet-4-5" },
  { client: "claude-code", model: "claude-opus-4-5" },
  { client: "codex", model: "gpt-5.4" },
  { client: "opencode", model: "claude-sonnet-4-5" },
];

/** The demo's sessions of the four weeks before `now`: busy on weekdays, quiet at weekends. */
export function* demoSessions(now: Date): Generator<DemoBatch> {
  const random = new Random(SEED);
  const today = Math.floor(now.getTime() / DAY_MS) * DAY_MS;
  let number = 0;
  for (let day = DAYS - 1; day >= 0; day--) {
    const startOfDay = today - day * DAY_MS;
    const weekend = [0, 6].includes(new Date(startOfDay).getUTCDay());
    for (let left = weekend ? random.between(0, 1) : random.between(3, 6); left > 0; left--) {
      const startedAtMs = startOfDay + random.between(7, 17) * HOUR_MS + random.between(0, 59) * 60_000;
      number++;
      const batch = demoSession(number, random, startedAtMs, day);
      if (startedAtMs + HOUR_MS < now.getTime()) yield batch;
    }
  }
}

function demoSession(number: number, random: Random, startedAtMs: number, daysAgo: number): DemoBatch {
  const scenario = random.pick(SCENARIOS);
  const [title, path, task] = random.pick(scenario.titles);
  const branch = random.chance(0.2) ? "main" : title.toLowerCase().replace(/[^a-z0-9]+/g, "-");
  const id = `demo-${String(number).padStart(3, "0")}`;
  const plan = { id, title, branch, startedAtMs, daysAgo, person: random.pick(PEOPLE), ...random.pick(CLIENTS) };
  const writer = new SessionWriter(plan, random);
  scenario.play(writer, { path, task });
  return writer.batch();
}
