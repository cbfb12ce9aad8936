import { NotATranscript } from "../fault";
import type { FoundFile } from "../files/find-transcripts";
import { count, number, say } from "../output";
import { toFault } from "../upload/api";
import { countFile } from "../upload/count-file";

/** Parses each file and says what an import would send, without a server. Answers the exit code. */
export async function countAll(files: readonly FoundFile[]): Promise<number> {
  const sessions = new Set<string>();
  let events = 0;
  let read = 0;
  let failed = 0;
  for (const file of files) {
    try {
      const counted = await countFile(file.path);
      const bad = counted.badLines > 0 ? `, ${count(counted.badLines, "damaged line")}` : "";
      say.line(`${file.path}: ${count(counted.events, "event")} of ${count(counted.sessions.size, "session")}${bad}`);
      for (const session of counted.sessions) sessions.add(session);
      events += counted.events;
      read++;
    } catch (error) {
      const fault = toFault(error);
      if (file.named || !(fault instanceof NotATranscript)) failed++;
      say.error(`${file.path}: ${fault.message}`);
    }
  }
  const left = files.length - read > 0 ? `, ${number(files.length - read)} left out` : "";
  say.line(
    `${count(read, "file")}${left}: ${count(events, "event")} of ${count(sessions.size, "session")}. Nothing was sent.`,
  );
  return failed > 0 || read === 0 ? 1 : 0;
}
