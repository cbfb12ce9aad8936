import type { Capability } from "../telemetry/session-views";

/** What a client does with a run, in sentences that are true of its capability (telemetry/capability). */

const COMMIT: Readonly<Record<Capability, (client: string) => string>> = {
  live: (client) =>
    `${client} applies it to its running context at its next turn. It counts as saved once the client says so.`,
  "at-resume": (client) =>
    `${client} cannot change a running context. The window that is open stays as it is; the run holds from the next resume or checkpoint.`,
  advice: (client) =>
    `${client} takes no changes. The run is shown to the person as advice, and it shapes what is exported, handed over or resumed from here.`,
};

export function commitEffect(capability: Capability, client: string): string {
  return COMMIT[capability](client);
}

/** What becomes of the client's own window when a run is undone here. `isApplied`: the client said that it applied it. */
export function undoEffect(capability: Capability, client: string, isApplied: boolean): string {
  if (capability === "live") {
    return isApplied
      ? `${client} has applied the run: its running window lacks these events until it loads the context again, and then has them in full.`
      : `${client} has not said that it applied the run. If it did meanwhile, its window has the events in full again at its next load.`;
  }
  if (capability === "at-resume") {
    return isApplied
      ? `A session that ${client} resumed since the run goes on without these events; the next resume or checkpoint has them in full.`
      : `The open window of ${client} was never changed; the next resume or checkpoint has the events in full.`;
  }
  return `The window of ${client} was never changed: the run was advice.`;
}
