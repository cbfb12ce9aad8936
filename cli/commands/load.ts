import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/root";
import type { Stage } from "@/server/core/events/kinds";
import { count, number, say } from "../output";
import { openProject } from "../projects/project-place";
import { toFault } from "../upload/api";

export interface LoadOptions {
  readonly project?: string;
  readonly server?: string;
  readonly session?: number;
  readonly stage?: Stage;
  readonly window?: number;
  readonly json?: boolean;
}

type Load = inferRouterOutputs<AppRouter>["context"]["load"];
type Item = Load["now"][number];

/** Shows which rules and skills to load at a stage, which wait, and why. */
export async function load(options: LoadOptions): Promise<void> {
  const { api, name } = await openProject(options);
  const found = await api.context.load
    .query({
      ...name,
      number: options.session ?? null,
      stage: options.stage ?? null,
      windowTokens: options.window ?? null,
    })
    .catch((error: unknown) => {
      throw toFault(error);
    });
  if (options.json) say.line(JSON.stringify(found));
  else print(found);
}

const SOURCES = { asked: "as asked", told: "as the client told", inferred: "inferred", default: "no session told one" };

function print({ stage, stageSource, rules, rulesOffered, now, waits, tokens, limitTokens }: Load): void {
  say.line(`Stage ${stage} (${SOURCES[stageSource]}).`);
  if (rules.length > 0) say.line(`Keep to: ${count(rules.length, "rule")}, about ${number(tokens.rules)} tokens.`);
  for (const { text } of rules) say.line(`  ${text}`);
  if (rulesOffered.length > 0) say.line(`  No room for ${rulesOffered.join(", ")}.`);
  say.line(
    `Load now: ${count(now.length, "item")}, about ${number(tokens.now)} of at most ${number(limitTokens)} tokens.`,
  );
  for (const item of now) say.line(lineOf(item));
  const later = `about ${number(tokens.deferred)} tokens deferred, ${number(tokens.offered)} offered by path`;
  say.line(`Waits: ${count(waits.length, "item")}, ${later}.`);
  for (const item of waits) say.line(lineOf(item));
  if (now.length + waits.length === 0) say.line("The catalogue is empty. Fill it: steward index");
}

function lineOf({ kind, name, path, tokens, why, inWindow }: Item): string {
  const place = kind === "skill" ? `skill ${name}` : (path ?? name);
  return `  ${place}  ${number(tokens)} tokens. ${why}${inWindow ? " The window has it already." : ""}`;
}
