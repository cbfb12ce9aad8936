import { setCursor as saveCursor } from "../../../services/ingest/set-cursor";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";
import { Cursor, CursorSource } from "./cursor.schema";

/** Notes how far a file was acknowledged. */
export const setCursor = keyProcedure("ingest:write")
  .input(CursorSource.extend(Cursor.shape))
  .output(Cursor)
  .mutation(({ ctx, input }) => unwrap(saveCursor(ctx.deps, ctx.key, input)));
