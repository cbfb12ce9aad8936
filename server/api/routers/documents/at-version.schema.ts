import { z } from "zod";
import { DocumentPath } from "../../../core/rules/document";

/** The document, and the version that the person saw. */
export const DocumentAtVersion = z.object({ path: DocumentPath, expectedVersion: z.int().positive() });
