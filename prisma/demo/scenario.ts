import type { SessionWriter } from "./session-writer";

export interface Task {
  readonly path: string;
  readonly task: string;
}

/** A kind of session: what it is called, and how it goes. */
export interface Scenario {
  readonly titles: readonly [readonly [string, string, string], ...(readonly [string, string, string])[]];
  play(writer: SessionWriter, task: Task): void;
}
