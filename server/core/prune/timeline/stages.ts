import type { Stage } from "../../events/kinds";
import type { SessionEvent, SessionMark } from "../model";
import { failed, isAcceptedPlan, succeeded } from "../outcome";

/**
 * The stage of each event of one thread. A mark that tells the stage holds from its position to the next such mark.
 * Without one it is inferred: plan mode is `plan`; edits are `execute`, or `fix-bug` while a check fails; a check
 * after edits is `verify`; everything behind a failing check is `fix-bug` until that check passes; else `discuss`.
 */
export class StageWalk {
  private readonly inferred = new InferredStage();
  /** Marks that tell a stage, in order; those before `at` are behind the walk. */
  private marks: readonly SessionMark[] = [];
  private at = 0;
  private told: Stage | null = null;

  /**
   * Takes what comes next of the thread, before its events are asked for. Answers false when it changes a stage that
   * was answered: a mark in front of the event at `knownSeq`, or a refusal of an edit that was counted as one.
   */
  append(marks: readonly SessionMark[], events: readonly SessionEvent[], knownSeq: number): boolean {
    const telling = marks.filter((mark) => mark.stage !== null);
    if (telling.some((mark) => mark.seq <= knownSeq)) return false;
    if (telling.length > 0) {
      this.marks = [...this.marks.slice(this.at), ...telling].sort(byPosition);
      this.at = 0;
    }
    return events.every((event) => event.outcome !== "refused" || this.inferred.refuse(event.callId));
  }

  /** Events must be asked in ascending order of their position. */
  next(event: SessionEvent): { readonly stage: Stage; readonly source: "told" | "inferred" } {
    const stage = this.inferred.next(event);
    for (; this.at < this.marks.length && (this.marks[this.at]?.seq ?? 0) <= event.seq; this.at++) {
      this.told = this.marks[this.at]?.stage ?? null;
    }
    return this.told === null ? { stage, source: "inferred" } : { stage: this.told, source: "told" };
  }
}

function byPosition(a: SessionMark, b: SessionMark): number {
  return a.seq - b.seq || ((a.stage ?? "") < (b.stage ?? "") ? -1 : 1);
}

class InferredStage {
  private stage: Stage = "discuss";
  private editedSinceCheck = false;
  private checkFails = false;
  /** Call ids of what the person refused: a call does not know how it ended. */
  private readonly refused = new Set<string>();
  /** Call ids of edits that were counted. */
  private readonly edits = new Set<string>();

  /** Answers false when the edit was counted before it was known to be refused. */
  refuse(callId: string | null): boolean {
    if (callId === null) return true;
    this.refused.add(callId);
    return !this.edits.has(callId);
  }

  /** Answers the stage of this event; what it starts holds for itself and for what follows. */
  next(event: SessionEvent): Stage {
    if (event.kind === "user_prompt") this.stage = this.checkFails ? "fix-bug" : "discuss";
    else if (event.toolClass === "plan") this.plan(event);
    else if (event.toolClass === "edit" || event.toolClass === "write") this.edit(event);
    else if (event.toolClass === "test" || event.toolClass === "build") return this.check(event);
    return this.stage;
  }

  /** A plan that was accepted is carried out next. */
  private plan(event: SessionEvent): void {
    this.stage = isAcceptedPlan(event) ? "execute" : "plan";
  }

  private edit(event: SessionEvent): void {
    if (event.outcome === "refused" || (event.callId !== null && this.refused.has(event.callId))) return;
    if (event.callId !== null) this.edits.add(event.callId);
    this.editedSinceCheck = true;
    this.stage = this.checkFails ? "fix-bug" : "execute";
  }

  private check(event: SessionEvent): Stage {
    const own: Stage = this.editedSinceCheck ? "verify" : this.stage;
    if (event.kind !== "tool_result") return own;
    if (failed(event)) {
      this.checkFails = true;
      this.stage = "fix-bug";
    } else if (succeeded(event)) {
      this.checkFails = false;
      this.stage = own;
    }
    this.editedSinceCheck = false;
    return own;
  }
}
