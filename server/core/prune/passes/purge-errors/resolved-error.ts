import type { EventKind } from "../../../events/kinds";
import { failed, succeeded } from "../../outcome";
import { type Question, questionOf } from "../../question";
import type { FindingBoard, PruneRule } from "../../rule";
import type { Entry } from "../../timeline";
import { upsert } from "../../upsert";

/**
 * A failure that a later success of the same question resolved: the same command fingerprint, the same tool on the
 * same target, or the whole check that the failure was a part of. Refusals, collateral errors and aborted calls are
 * no failures. A failed write may have had effects, so it waits for a later look at its target.
 */
export const resolvedError: PruneRule = {
  id: "purge-errors.resolved-error",
  pass: "purge-errors",
  noise: "resolved-error",
  begin(board) {
    const open = new OpenFailures();
    const unseen = new UnseenEffects(board);
    return (entry) => {
      if (!ANSWERS.has(entry.event.kind)) return;
      const question = questionOf(entry);
      if (question && failed(entry.event)) open.add(entry, question);
      if (!proves(entry, question)) return;
      unseen.look(entry);
      if (question === null) return;
      for (const failure of open.resolve(entry, question)) unseen.settle(failure, entry);
    };
  },
};

const ANSWERS: ReadonlySet<EventKind> = new Set(["tool_result", "graph_query", "memory_query"]);

function report(board: FindingBoard, failure: Entry, evidence: readonly [Entry, ...Entry[]]): void {
  const [success] = evidence;
  board.report({
    rule: resolvedError,
    entry: failure,
    to: "retained",
    sinceTurn: Math.max(...evidence.map((entry) => entry.turn)),
    evidence,
    cites: null,
    explain: () =>
      `${questionOf(failure)?.label ?? "The call"} failed here and succeeded later at ctx:${success.event.ref}.`,
  });
}

/** A 0 that belongs to a filter or to `|| true` proves a success only if the output says so itself. */
function proves({ event }: Entry, question: Question | null): boolean {
  if (!succeeded(event)) return false;
  return question === null || !question.exitHidden || saysSuccess(event.text);
}

function saysSuccess(text: string): boolean {
  const withoutZeros = text.replace(/\b(0|no) (failed|failures?|fail|errors?|problems?|issues?)\b/gi, "all passed");
  if (/\b(fail(ed|ures?|ing|s)?|errors?|panic(ked)?|traceback|exception)\b|✗|✘|×/i.test(withoutZeros)) return false;
  return /\b(pass(ed|es|ing)?|ok|success(ful(ly)?)?|succeeded|compiled|built)\b|✓|✔/i.test(withoutZeros);
}

/** Failed writes that were repeated with success and whose target nobody has looked at since. */
class UnseenEffects {
  private readonly waiting = new Map<string, { readonly failure: Entry; readonly success: Entry }[]>();

  constructor(private readonly board: FindingBoard) {}

  settle(failure: Entry, success: Entry): void {
    const mayHaveWritten = failure.event.mutates && failure.event.command === null;
    if (!mayHaveWritten) report(this.board, failure, [success]);
    else upsert(this.waiting, effectKey(failure), () => []).push({ failure, success });
  }

  /** A successful read of the target shows what a failed write left behind. */
  look(entry: Entry): void {
    if (entry.event.mutates || entry.event.target === null) return;
    const seen = this.waiting.get(effectKey(entry));
    if (seen === undefined) return;
    this.waiting.delete(effectKey(entry));
    for (const { failure, success } of seen) report(this.board, failure, [success, entry]);
  }
}

function effectKey(entry: Entry): string {
  return `${entry.context.id}\n${entry.event.target}`;
}

/** Open failures by window, family, key and folder, so that a success finds what it resolves without a search. */
class OpenFailures {
  private readonly families = new Map<string, Map<string, Map<string, Entry[]>>>();

  add(entry: Entry, question: Question): void {
    const family = upsert(this.families, `${entry.context.id}\n${question.family}`, () => new Map());
    const folders = upsert(family, question.key, () => new Map());
    upsert(folders, question.folder ?? ANYWHERE, (): Entry[] => []).push(entry);
  }

  /** A run without a scope covers every narrower one of its family; any other covers its own key. */
  resolve(success: Entry, question: Question): Entry[] {
    const family = this.families.get(`${success.context.id}\n${question.family}`);
    if (family === undefined) return [];
    const keys = question.scope.length === 0 ? [...family.keys()] : [question.key];
    return keys.flatMap((key) => takeFolders(family, key, question.folder));
  }
}

const ANYWHERE = "";

function takeFolders(family: Map<string, Map<string, Entry[]>>, key: string, folder: string | null): Entry[] {
  const folders = family.get(key);
  if (folders === undefined) return [];
  const names = folder === null ? [...folders.keys()] : [folder, ANYWHERE];
  const taken = names.flatMap((name) => folders.get(name) ?? []);
  for (const name of names) folders.delete(name);
  if (folders.size === 0) family.delete(key);
  return taken;
}
