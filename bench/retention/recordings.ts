import { readdirSync, statSync } from "node:fs";
import path from "node:path";
import { type Recording, recordingOf } from "@/server/core/replay/recording";
import { readTranscript } from "@/server/services/memory/testing/read-transcript";

export interface NamedRecording {
  readonly name: string;
  readonly client: string;
  readonly recording: Recording;
}

/** Shorter sessions have nothing to prune and would only blur the figures. */
const MIN_REQUESTS = 10;

export interface ReadRecordings {
  readonly recordings: NamedRecording[];
  /** Files that could not be read, each with the reason. */
  readonly unread: string[];
  /** Sessions with too few requests. */
  readonly short: number;
}

/** Every session of the folder that this version can read, sorted by name. Sub-agents have windows of their own. */
export function readRecordings(folder: string): ReadRecordings {
  const recordings: NamedRecording[] = [];
  const unread: string[] = [];
  let short = 0;
  for (const file of filesOf(folder)) {
    if (file.includes("/subagents/")) continue;
    try {
      for (const { input, nativeId } of readTranscript([file])) {
        const recording = recordingOf(input);
        const name = `${path.relative(folder, file)} ${nativeId.slice(0, 8)}`;
        if (recording.requests.length < MIN_REQUESTS) short++;
        else recordings.push({ name, client: input.client, recording });
      }
    } catch (error) {
      const why = error instanceof Error ? error.message : String(error);
      unread.push(`${path.relative(folder, file)}: ${why.replace(`${file}: `, "")}`);
    }
  }
  recordings.sort((a, b) => (a.name < b.name ? -1 : 1));
  return { recordings, unread, short };
}

function filesOf(folder: string): string[] {
  return readdirSync(folder)
    .sort()
    .flatMap((name) => {
      const file = path.join(folder, name);
      if (statSync(file).isDirectory()) return filesOf(file);
      return /\.(jsonl|json|traj)$/.test(name) ? [file] : [];
    });
}
