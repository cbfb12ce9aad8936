import { z } from "zod";
import { FLAG_KINDS } from "../../../core/decisions/drift";
import { RecordNumber } from "../memory/record-number";

/** A flag by what makes it one. */
export const NamedFlag = z.object({ kind: z.enum(FLAG_KINDS), number: RecordNumber, other: RecordNumber });
