import type { SessionHeader } from "@/server/core/events/ingest-batch";
import { findConnection } from "../config";
import { CliFault } from "../fault";
import { findTranscripts } from "../files/find-transcripts";
import { ProjectHintReader } from "../files/project-hints";
import { count, say } from "../output";
import { type Api, openApi } from "../upload/api";
import { countFile } from "../upload/count-file";
import { openProgress } from "../upload/progress";
import { sendFile } from "../upload/send-file";
import { Tally } from "../upload/tally";

export interface ImportOptions {
  readonly project?: string;
  readonly create?: boolean;
  readonly dryRun?: boolean;
  readonly server?: string;
  readonly batch: number;
}

export async function importTranscripts(paths: string[], options: ImportOptions): Promise<void> {
  const files = await findTranscripts(paths);
  if (files.length === 0) {
    throw new CliFault(
      "No transcripts of Claude Code or Codex are on this machine. Give a path: steward import <folder>",
    );
  }
  if (options.dryRun) return countAll(files);
  const { server } = options;
  const tally = await sendAll(openApi(await findConnection(server)), files, options);
  tally.print();
  process.exitCode = tally.exitCode;
}

async function sendAll(api: Api, files: readonly string[], options: ImportOptions): Promise<Tally> {
  const tally = new Tally();
  const hints = new ProjectHintReader();
  const address = async (header: SessionHeader): Promise<SessionHeader> => {
    if (options.project) return { ...header, projectSlug: options.project };
    return header.cwd ? { ...header, ...(await hints.of(header.cwd)) } : header;
  };
  const progress = openProgress(files.length);
  for (const file of files) {
    progress.file(file);
    await sendFile(api, { file, address, maxEntries: options.batch, create: options.create ?? false }, tally, progress);
  }
  progress.end();
  return tally;
}

async function countAll(files: readonly string[]): Promise<void> {
  let failed = 0;
  for (const file of files) {
    try {
      say.line(await countFile(file));
    } catch (error) {
      if (!(error instanceof CliFault)) throw error;
      failed++;
      say.error(`${file}: ${error.message}`);
    }
  }
  say.line(`${count(files.length - failed, "file")} would be sent. Nothing was.`);
  if (failed > 0) process.exitCode = 1;
}
