import type { TokenUsage } from "../../events/ingest-batch";
import { fitId, fitName } from "../fields";
import { isObject, type JsonObject, objectAt } from "../json";
import type { SessionDraft } from "../parts";
import type { RecordWriter } from "../record-writer";
import { tokenCount } from "../usage";

interface Reported {
  outputTokens: number;
  requests: number;
  /** The only request of the run so far, to which the run's totals belong. */
  request: { id: string; seq: number; at: string; thread: string } | undefined;
}

/** Holds what the CLI reports only at the end of a run and for no single request. */
const TOTALS_THREAD = "run-totals";

/**
 * The CLI tells each answer's output tokens with the answer, but input, cache and reasoning only as totals of a run,
 * when the run ends. A run of a single request has them on that request; else they stand on a request of a helper's
 * thread, since nobody knows how they spread over the requests. After a crash there are none: unknown, not free.
 */
export class RunTotals {
  readonly #draft: SessionDraft;
  readonly #byModel = new Map<string, Reported>();

  constructor(draft: SessionDraft) {
    this.#draft = draft;
  }

  note(model: string | undefined, outputTokens: number | undefined, request: NonNullable<Reported["request"]>): void {
    if (model === undefined) return;
    const known = this.#byModel.get(model) ?? { outputTokens: 0, requests: 0, request: undefined };
    const isSame = known.request?.id === request.id;
    this.#byModel.set(model, {
      outputTokens: known.outputTokens + (outputTokens ?? 0),
      requests: known.requests + (isSame ? 0 : 1),
      request,
    });
  }

  /** The run ended; the next one of the file counts from zero. */
  close(metrics: JsonObject, writer: RecordWriter): void {
    for (const [model, value] of Object.entries(metrics)) {
      if (isObject(value)) this.#add(model, objectAt(value, "usage"), writer);
    }
    this.#byModel.clear();
  }

  #add(model: string, totals: JsonObject, writer: RecordWriter): void {
    const reported = this.#byModel.get(model);
    const usage = usageOf(totals, reported?.outputTokens ?? 0);
    if (!Object.values(usage).some((count) => count)) return;
    const { request } = reported ?? {};
    const fitted = fitName(model);
    if (reported?.requests === 1 && request) {
      const { outputTokens: _told, ...rest } = usage;
      this.#draft.request({ ...request, model: fitted, usage: rest });
      return;
    }
    this.#draft.thread({ key: TOTALS_THREAD, agent: "main", parentKey: "main", auxiliary: true });
    const id = fitId(`${writer.recordId}:${model}`);
    this.#draft.request({ id, thread: TOTALS_THREAD, seq: writer.seq, at: writer.at, model: fitted, usage });
  }
}

/**
 * `inputTokens` holds what was read from the cache and written to it; `outputTokens` holds the reasoning. Each answer
 * has told its output with its reasoning, so that only what they left out is added here.
 */
function usageOf(totals: JsonObject, toldOutput: number): TokenUsage {
  const input = tokenCount(totals["inputTokens"]);
  const cacheReadTokens = tokenCount(totals["cacheReadTokens"]);
  const cacheWriteTokens = tokenCount(totals["cacheWriteTokens"]);
  const output = tokenCount(totals["outputTokens"]);
  return {
    inputTokens:
      input === undefined ? undefined : Math.max(0, input - (cacheReadTokens ?? 0) - (cacheWriteTokens ?? 0)),
    cacheWriteTokens,
    cacheReadTokens,
    outputTokens: output === undefined ? undefined : Math.max(0, output - toldOutput),
  };
}
