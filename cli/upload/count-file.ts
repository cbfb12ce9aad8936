import { AgentCallBook } from "../files/agent-calls";
import { readTranscript } from "./read-file";

export interface FileCount {
  readonly events: number;
  readonly sessions: ReadonlySet<string>;
  readonly badLines: number;
  /** Its last line is not whole yet: it waits for an import after its rest was written. */
  readonly isTorn: boolean;
}

/** What an import of this file would send. @throws NotATranscript as an import would. */
export async function countFile(file: string): Promise<FileCount> {
  const sessions = new Set<string>();
  let events = 0;
  let badLines = 0;
  let isTorn = false;
  const steps = readTranscript(file, new AgentCallBook(), (report) => {
    badLines = report.badLineCount;
  });
  for await (const { parts, tornBytes } of steps) {
    isTorn = tornBytes > 0;
    for (const part of parts) {
      sessions.add(`${part.header.client} ${part.header.id}`);
      events += part.events.length;
    }
  }
  return { events, sessions, badLines, isTorn };
}
