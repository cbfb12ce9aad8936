import { readCursor } from "../../../services/ingest/read-cursor";
import { unwrap } from "../../errors";
import { keyProcedure } from "../../trpc";
import { Cursor, CursorSource } from "./cursor.schema";

/** Where to resume the upload of a file; null when nothing of it is acknowledged. */
export const cursor = keyProcedure("ingest:write")
  .input(CursorSource)
  .output(Cursor.nullable())
  .query(({ ctx, input }) => unwrap(readCursor(ctx.deps, ctx.key, input)));
