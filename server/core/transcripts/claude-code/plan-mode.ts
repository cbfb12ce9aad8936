import type { RecordInput } from "./state";

/** Plan mode is the stage `plan`; leaving it means that work begins. Other modes say nothing of the stage. */
export function tellPlanMode({ session, thread, writer }: RecordInput, isPlanning: boolean): void {
  if (isPlanning) session.draft.workspace(thread, writer.seq, writer.at, { stage: "plan" });
  else if (session.draft.stageOf(thread) === "plan") {
    session.draft.workspace(thread, writer.seq, writer.at, { stage: "execute" });
  }
}
