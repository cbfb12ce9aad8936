import type { Plan, SessionEvent, Verdict } from "../../prune/model";
import { succeeded } from "../../prune/outcome";
import { pathsOf } from "../../prune/paths-of";
import { questionOf } from "../../prune/question";
import type { Entry } from "../../prune/timeline";
import { upsert } from "../../prune/upsert";
import type { NameEvidence } from "./name-evidence";
import { endingsOf, listedPaths } from "./paths";
import type { ReviewPoint } from "./review-points";
import type { WindowFacts } from "./rule";

const READS = /^(source_read|doc_read|dependency_read)$/;
const WORKS_ON_FILES = /^(source_read|doc_read|dependency_read|edit|write)$/;

/** The facts of one window, worked out once. */
export class Window implements WindowFacts {
  private readonly worksByPath = new Map<string, Entry[]>();
  private readonly byQuestion = new Map<string, Entry[]>();
  private readonly fruitful: Entry[] = [];

  /** `entries`: the events of the window that the model sees in full, in order. What is archived is no evidence. */
  constructor(
    entries: readonly Entry[],
    private readonly verdicts: ReadonlyMap<string, Plan["verdicts"][number]>,
    private readonly reviews: readonly ReviewPoint[],
    private readonly names: NameEvidence,
  ) {
    const results = entries.filter(({ event }) => event.kind !== "tool_call" && event.callId !== null);
    for (const entry of results) this.note(entry);
    for (const entry of results) {
      const isSearch = entry.event.toolClass === "search";
      if (isSearch && listedPaths(entry.event.text).some((path) => this.readBehind(path, entry))) {
        this.fruitful.push(entry);
      }
    }
  }

  verdictOf(event: SessionEvent): Verdict | undefined {
    return this.verdicts.get(event.ref);
  }

  usedBehind(path: string, entry: Entry): Entry | null {
    const [whole] = endingsOf(path);
    const works = whole === undefined ? [] : (this.worksByPath.get(whole) ?? []);
    return works.find(({ order }) => order > entry.order) ?? null;
  }

  readBehind(path: string, entry: Entry): Entry | null {
    const [whole] = endingsOf(path);
    const works = whole === undefined ? [] : (this.worksByPath.get(whole) ?? []);
    return works.find(({ order, event }) => order > entry.order && READS.test(event.toolClass ?? "")) ?? null;
  }

  askedAgain(entry: Entry): Entry | null {
    const key = questionKey(entry);
    const last = key === null ? undefined : this.byQuestion.get(key)?.at(-1);
    return last !== undefined && last.order > entry.order ? last : null;
  }

  fruitfulSearchBehind(entry: Entry): Entry | null {
    return this.fruitful.find(({ order }) => order > entry.order) ?? null;
  }

  reviewBehind({ event }: Entry): ReviewPoint | null {
    return this.reviews.findLast(({ seq }) => seq > event.seq) ?? null;
  }

  endOfWorkBehind({ event }: Entry): ReviewPoint | null {
    const isEnd = ({ kind, source }: ReviewPoint) => source === "told" || kind !== "exploration-end";
    return this.reviews.findLast((point) => point.seq > event.seq && isEnd(point)) ?? null;
  }

  isNamedBehind(entry: Entry): boolean {
    return this.names.isUsedBehind(entry);
  }

  private note(entry: Entry): void {
    const { event } = entry;
    if (succeeded(event) && WORKS_ON_FILES.test(event.toolClass ?? "")) {
      for (const path of pathsOf(entry)) {
        for (const end of endingsOf(path)) upsert(this.worksByPath, end, () => [] as Entry[]).push(entry);
      }
    }
    const key = questionKey(entry);
    if (key !== null) upsert(this.byQuestion, key, () => [] as Entry[]).push(entry);
  }
}

/** Commands by their fingerprint and folder; other tools only by all their arguments, since a target is half a question. */
function questionKey(entry: Entry): string | null {
  const { event } = entry;
  if (event.command === null) return event.paramsKey === null ? null : `${event.tool}\n${event.paramsKey}`;
  const question = questionOf(entry);
  return question && `${question.folder}\n${question.key}`;
}
