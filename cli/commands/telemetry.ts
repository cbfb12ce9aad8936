import { type Command, InvalidArgumentError } from "commander";
import { onProject } from "./options";
import { asking, findPlace, type PlaceOptions } from "./place";

export interface TelemetryOptions extends PlaceOptions {
  readonly from?: string;
  readonly to?: string;
}

const PAGE_LINES = 1_000;

export function addTelemetry(command: Command): void {
  onProject(command)
    .description("Prints the project's prune runs as lines of TELEMETRY.jsonl.")
    .option("--from <time>", "only runs from this time on, such as 2026-06-01 or 2026-06-01T09:00:00Z", instant)
    .option("--to <time>", "only runs before this time", instant)
    .action(telemetry);
}

async function telemetry({ from, to, ...options }: TelemetryOptions): Promise<void> {
  const { api, team, project } = await findPlace(options);
  let cursor: string | null = null;
  do {
    const page: { text: string; nextCursor: string | null } = await asking(
      api.prune.telemetry.query({ team, project, cursor, limit: PAGE_LINES, ...(from && { from }), ...(to && { to }) }),
    );
    process.stdout.write(page.text);
    cursor = page.nextCursor;
  } while (cursor !== null);
}

/** A day means its beginning in UTC. */
function instant(text: string): string {
  const at = new Date(text);
  if (/^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(at.getTime())) return at.toISOString();
  throw new InvalidArgumentError("Give a day or a time, such as 2026-06-01 or 2026-06-01T09:00:00Z.");
}
