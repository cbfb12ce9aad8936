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

/** Every session of the folder that this version can read; the rest is named, with the reason. */
export function readRecordings(folder: string): { recordings: NamedRecording[]; unread: string[] } {
  const recordings: NamedRecording[] = [];
  const unread: string[] = [];
  for (const file of filesOf(folder)) {
    if (file.includes("/subagents/")) continue;
    try {
      for (const { input, nativeId } of readTranscript([file])) {
        const recording = recordingOf(input);
        const name = `${path.relative(folder, file)} ${nativeId.slice(0, 8)}`;
        if (recording.requests.length >= MIN_REQUESTS) recordings.push({ name, client: input.client, recording });
      }
    } catch (error) {
      unread.push(`${path.relative(folder, file)}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  return { recordings, unread };
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
