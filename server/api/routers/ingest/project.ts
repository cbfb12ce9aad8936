import { z } from "zod";
import type { SessionHeader } from "../../../core/events/ingest-batch";
import { findProject } from "../../../services/ingest/find-project";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";

/** The project that a session header leads to: an uploader asks once a folder, before it sends anything. */
export const project = keyProcedure("ingest:write")
  .input(z.object({ session: z.custom<z.input<typeof SessionHeader>>() }))
  .output(z.object({ team: z.string(), project: z.string() }))
  .query(({ ctx, input }) => unwrap(findProject(ctx.deps, ctx.key, input.session)));
