import { AgentCallBook } from "../files/agent-calls";
import { readTranscript } from "./read-file";

export interface FileCount {
  readonly events: number;
  readonly sessions: ReadonlySet<string>;
  readonly badLines: number;
}

/** What an import of this file would send. @throws NotATranscript as an import would. */
export async function countFile(file: string): Promise<FileCount> {
  const sessions = new Set<string>();
  let events = 0;
  let badLines = 0;
  const steps = readTranscript(file, new AgentCallBook(), (report) => {
    badLines = report.badLineCount;
  });
  for await (const { parts } of steps) {
    for (const part of parts) {
      sessions.add(`${part.header.client} ${part.header.id}`);
      events += part.events.length;
    }
  }
  return { events, sessions, badLines };
}
