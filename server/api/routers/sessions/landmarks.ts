import { LandmarksView } from "../../../core/telemetry/landmarks";
import { landmarks as readLandmarks } from "../../../services/sessions/landmarks";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { SessionNumber } from "./session-number";

/** Boundaries, epochs, branches, commits and pull requests of a session. */
export const landmarks = projectProcedure("session:read")
  .input(SessionNumber)
  .output(LandmarksView)
  .query(({ ctx, input }) => unwrap(readLandmarks(ctx.deps, ctx.scope, input)));
