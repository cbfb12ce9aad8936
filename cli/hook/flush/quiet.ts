import { UnknownProject } from "../../projects/project-routes";
import type { Progress } from "../../upload/progress";
import { Tally } from "../../upload/tally";

/** Nobody watches an uploader. */
export const NO_PROGRESS: Progress = {
  file: () => undefined,
  bytes: () => undefined,
  waits: () => undefined,
  end: () => undefined,
};

/** Counts as an import does, and keeps what went wrong with one file. */
export class FileTally extends Tally {
  fault: Error | null = null;

  override fail(file: string, fault: Error): void {
    this.fault = fault;
    super.fail(file, fault);
  }

  /** No project takes it. */
  get isElsewhere(): boolean {
    return this.fault instanceof UnknownProject;
  }

  /** What has to be told, in one line; null when all went well. */
  problem(): string | null {
    if (this.fault instanceof UnknownProject) {
      return `${this.fault.message} Make it, add a .steward.json to the folder, or run: steward login --project <slug>`;
    }
    if (this.fault) return this.fault.message;
    const [first] = this.rejected;
    return first ? `${this.rejectedCount} entries were rejected; the first: ${first.what}: ${first.why}` : null;
  }
}
