import { z } from "zod";
import { TelemetryText } from "../../../core/runs/views";
import { readTelemetry } from "../../../services/runs/telemetry";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";

const Instant = z.iso.datetime({ offset: true });
const TelemetryInput = z.object({
  from: Instant.optional(),
  /** Exclusive. */
  to: Instant.optional(),
  cursor: z.string().max(100).nullable().default(null),
  limit: z.int().min(1).max(5_000).default(1_000),
});

/** Committed runs of the project as TELEMETRY.jsonl. */
export const telemetry = projectProcedure("telemetry:read")
  .input(TelemetryInput)
  .output(TelemetryText)
  .query(({ ctx, input }) => unwrap(readTelemetry(ctx.deps, ctx.scope, input)));
