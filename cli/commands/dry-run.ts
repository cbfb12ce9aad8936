import { NotATranscript } from "../fault";
import type { FoundFile } from "../files/find-transcripts";
import { count, number, say } from "../output";
import { toFault } from "../upload/api";
import { countFile, type FileCount } from "../upload/count-file";

/** What an import of a file would send, or why it is left out. */
type Counted = { readonly file: FoundFile } & ({ readonly told: FileCount } | { readonly fault: Error });

/** Parses each file and says what an import would send, without a server. Answers the exit code. */
export async function countAll(files: readonly FoundFile[], { json = false }: { json?: boolean }): Promise<number> {
  const all: Counted[] = [];
  for (const file of files) {
    const counted = await look(file);
    all.push(counted);
    if (!json) sayCounted(counted);
  }
  const read = all.flatMap((one) => ("told" in one ? [one.told] : []));
  const events = read.reduce((sum, { events: more }) => sum + more, 0);
  const sessions = new Set(read.flatMap((one) => [...one.sessions])).size;
  if (json) say.line(JSON.stringify({ files: all.map(toJson), events, sessions, sent: false }, null, 2));
  else {
    const left = all.length > read.length ? `, ${number(all.length - read.length)} left out` : "";
    const what = `${count(events, "event")} of ${count(sessions, "session")}`;
    say.line(`${count(read.length, "file")}${left}: ${what}. Nothing was sent.`);
  }
  return all.some(isFailure) || read.length === 0 ? 1 : 0;
}

async function look(file: FoundFile): Promise<Counted> {
  try {
    return { file, told: await countFile(file.path) };
  } catch (error) {
    return { file, fault: toFault(error) };
  }
}

/** Among the files of a folder there may be others than transcripts. */
function isFailure(counted: Counted): boolean {
  return "fault" in counted && (counted.file.named || !(counted.fault instanceof NotATranscript));
}

function sayCounted(counted: Counted): void {
  const { path } = counted.file;
  if ("fault" in counted) {
    say.error(`${path}: ${counted.fault.message}`);
    return;
  }
  const { events, sessions, badLines, isTorn } = counted.told;
  const bad = badLines > 0 ? `, ${count(badLines, "damaged line")}` : "";
  const torn = isTorn ? ", and a last line that is not whole yet" : "";
  say.line(`${path}: ${count(events, "event")} of ${count(sessions.size, "session")}${bad}${torn}`);
}

function toJson(counted: Counted) {
  const { path: file } = counted.file;
  if ("fault" in counted) return { file, fault: counted.fault.message };
  const { events, sessions, badLines: damagedLines, isTorn: lastLineNotWhole } = counted.told;
  return { file, events, sessions: sessions.size, damagedLines, lastLineNotWhole };
}
