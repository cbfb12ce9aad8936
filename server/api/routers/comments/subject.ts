import { z } from "zod";
import { COMMENT_SUBJECTS } from "../../../core/comments/views";
import { RecordNumber } from "../memory/record-number";

/** The record that is talked about. */
export const CommentSubjectInput = z.object({ kind: z.enum(COMMENT_SUBJECTS), number: RecordNumber });
export const CommentId = z.object({ id: z.uuid() });
