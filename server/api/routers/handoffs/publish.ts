import { z } from "zod";
import { HandoffMarkdown, HandoffTitle } from "../../../core/handoffs/limits";
import { Published } from "../../../core/handoffs/views";
import { publishHandoff } from "../../../services/handoffs/publish-handoff";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

const PublishInput = z.object({
  number: RecordNumber,
  expectedVersion: RecordNumber,
  title: HandoffTitle,
  markdown: HandoffMarkdown,
});

/** A new version; `outcome: "conflict"` carries the one that somebody published meanwhile. */
export const publish = projectProcedure("handoff:write")
  .input(PublishInput)
  .output(Published)
  .mutation(({ ctx, input }) => unwrap(publishHandoff(ctx.deps, ctx.scope, input)));
