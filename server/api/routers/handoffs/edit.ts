import { z } from "zod";
import { HandoffEditView } from "../../../core/handoffs/views";
import { openEditor } from "../../../services/handoffs/open-editor";
import { unwrap } from "../../errors";
import { projectProcedure } from "../../trpc";
import { RecordNumber } from "../memory/record-number";

/** What an editor opens with: the newest version and one's own draft. */
export const edit = projectProcedure("handoff:write")
  .input(z.object({ number: RecordNumber }))
  .output(HandoffEditView)
  .query(({ ctx, input }) => unwrap(openEditor(ctx.deps, ctx.scope, input.number)));
