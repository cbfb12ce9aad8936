import { z } from "zod";
import { MAX_IMPORT_FILES } from "@/server/core/formats/limits";

/** Text files of a folder, with their paths in it. */
export const UploadedFiles = z
  .array(
    z.strictObject({
      path: z.string().min(1, "Name the file.").max(1_000, "Shorten the path to 1,000 characters."),
      text: z.string(),
    }),
  )
  .min(1, "Send at least one file.")
  .max(MAX_IMPORT_FILES, `Send at most ${MAX_IMPORT_FILES} files. Import the folder in parts.`);
