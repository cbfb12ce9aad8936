import { z } from "zod";
import { PolicyBody, type PolicyBodyInput } from "../../../core/policy/body";

export const Instant = z.iso.datetime();

/** Checked by the service, which answers each fault as a sentence with its field. */
export const DraftBody = z.custom<PolicyBodyInput>(
  (value) => typeof value === "object" && value !== null && !Array.isArray(value),
  "Send the policy as an object: a preset and what it changes.",
);

export const SavedBody = PolicyBody;

export const ChangeView = z.object({
  path: z.string(),
  section: z.enum(["preset", "thresholds", "batching", "noise", "windows", "summaries", "protected", "stages"]),
  label: z.string(),
  from: z.string().nullable(),
  to: z.string().nullable(),
});

export const VersionNumber = z.int().nonnegative();
