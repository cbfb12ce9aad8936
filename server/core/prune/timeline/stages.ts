import type { Stage } from "../../events/kinds";
import type { SessionEvent, SessionMark } from "../model";
import { failed, isAcceptedPlan, succeeded } from "../outcome";

/**
 * The stage of each event of one thread. A mark that tells the stage holds from its position to the next such mark.
 * Without one it is inferred: plan mode is `plan`; edits are `execute`, or `fix-bug` while a check fails; a check
 * after edits is `verify`; everything behind a failing check is `fix-bug` until that check passes; else `discuss`.
 */
export interface StageWalk {
  next(event: SessionEvent): { readonly stage: Stage; readonly source: "told" | "inferred" };
}

/** Marks and events of the thread. Events must be asked in ascending order of their position, marks may come in any. */
export function stageWalk(marks: readonly SessionMark[], events: readonly SessionEvent[]): StageWalk {
  const told = marks.filter((mark) => mark.stage !== null).sort(byPosition);
  const refused = events.filter((event) => event.outcome === "refused").map((event) => event.callId);
  const inferred = new InferredStage(new Set(refused));
  let at = -1;
  return {
    next(event) {
      const stage = inferred.next(event);
      while (at + 1 < told.length && (told[at + 1]?.seq ?? 0) <= event.seq) at++;
      const mark = told[at]?.stage ?? null;
      return mark === null ? { stage, source: "inferred" } : { stage: mark, source: "told" };
    },
  };
}

function byPosition(a: SessionMark, b: SessionMark): number {
  return a.seq - b.seq || ((a.stage ?? "") < (b.stage ?? "") ? -1 : 1);
}

class InferredStage {
  private stage: Stage = "discuss";
  private editedSinceCheck = false;
  private checkFails = false;

  /** Call ids of what the person refused: a call does not know how it ended. */
  constructor(private readonly refused: ReadonlySet<string | null>) {}

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
