import { BoundedMap } from "../bounded-map";
import { CallBook } from "../calls";
import type { JsonObject } from "../json";
import type { LineFile } from "../line-parser";
import type { TranscriptOptions, TranscriptReport } from "../options";
import { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import { RunTotals } from "./run-totals";

export const MAIN_THREAD = "main";

/** Records and agents refer back over short distances; these limits hold the state of any file small. */
const MAX_NODES = 200_000;
const MAX_AGENTS = 10_000;

/** Everything that the readers of the single record types share: one session, with its sub-agents. */
export class CopilotFile {
  readonly options: TranscriptOptions;
  readonly report: TranscriptReport;
  readonly draft: SessionDraft;
  readonly calls: CallBook;
  readonly totals: RunTotals;
  /** What had been written before a record, by the record's id: where a rewind to it goes back to. */
  readonly before = new BoundedMap<string, number>(MAX_NODES);
  /** Threads of sub-agents by the call that started them, where the sub-agent has a name of its own. */
  readonly threadsByCall = new BoundedMap<string, string>(MAX_AGENTS);
  /** Threads that were opened. */
  readonly threads = new Set<string>([MAIN_THREAD]);
  /** The last system prompt; the CLI writes it again with every prompt of the person. */
  system: string | undefined;
  lastSeq = 0;

  constructor(told: LineFile, id: string) {
    this.options = told.options;
    this.report = told.report;
    this.draft = new SessionDraft("copilot-cli", id);
    this.draft.thread({ key: MAIN_THREAD, agent: "main" });
    this.calls = new CallBook("copilot-cli", told);
    this.totals = new RunTotals(this.draft);
  }
}

/** One record on its way through its reader. */
export interface CopilotRecord {
  file: CopilotFile;
  data: JsonObject;
  writer: RecordWriter;
}

/** Answers why a record carries nothing for the model; what it added counts for more than the answer. */
export type CopilotRecordReader = (record: CopilotRecord) => string | null;
