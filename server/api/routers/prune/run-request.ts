import { z } from "zod";
import { PassView } from "../../../core/runs/views";
import { SessionNumber, ThreadKey } from "../sessions/session-number";

/** What a preview and a run ask alike. */
export const RunRequest = SessionNumber.extend({
  passes: z.array(PassView).min(1).max(3).optional(),
  compact: z.boolean().optional(),
  thread: ThreadKey.min(1).optional(),
});

export const RunNumber = z.int().positive().max(2_147_483_647);
