import { z } from "zod";
import { SOURCE_KINDS } from "../../../core/teams/project-source";

/** A git remote or the root folder of a repository; any common spelling. */
export const SourceInput = z.object({ kind: z.enum(SOURCE_KINDS), value: z.string().min(1).max(2_000) });
/** As stored: `github.com/acme/billing-api`. */
export const SourceView = z.object({ kind: z.enum(SOURCE_KINDS), value: z.string() });
