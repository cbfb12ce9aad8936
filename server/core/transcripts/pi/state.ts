import type { ToolClass } from "../../events/kinds";
import { BoundedMap } from "../bounded-map";
import type { JsonObject } from "../json";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";

/** pi has no sub-agents of its own: a file is one thread of one session. */
export const MAIN_THREAD = "main";

export interface Call {
  tool: string;
  toolClass: ToolClass;
  /** The skill whose SKILL.md the call reads, with the file. */
  skill: string | null;
  target: string | null;
}

/** Calls and entries refer back over short distances; these limits hold the state of any file small. */
const MAX_CALLS = 50_000;
const MAX_NODES = 200_000;

/** Everything that the readers of the single entry types share. */
export class PiFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly sessionId: string;
  readonly draft: SessionDraft;
  readonly calls = new BoundedMap<string, Call>(MAX_CALLS);
  /** Last position of an entry, by its id: what a branch from there goes back to. */
  readonly nodes = new BoundedMap<string, number>(MAX_NODES);
  lastEntryId: string | null = null;
  /** Last position of what carried something; 0 before any. */
  lastSeq = 0;

  constructor(options: TranscriptOptions, report: TranscriptReport, sessionId: string) {
    this.options = options;
    this.report = report;
    this.sessionId = sessionId;
    this.draft = new SessionDraft("pi", sessionId);
    this.draft.thread({ key: MAIN_THREAD, agent: "main" });
  }
}

/** One entry on its way through its reader. */
export interface PiEntry {
  file: PiFile;
  record: JsonObject;
  writer: RecordWriter;
}

/** Answers why an entry carries nothing for the model; what it added counts for more than the answer. */
export type PiReader = (entry: PiEntry) => string | null;
