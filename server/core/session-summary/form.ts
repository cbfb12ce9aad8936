import { SUMMARY_SECTIONS, SUMMARY_TITLES, type SummarySection } from "./body";

/** The words of the Markdown form, for its writer and its reader. */

export const OWN_TITLE = "Session Summary";
/** The heading by which a file of several sessions begins each of them. */
export const DATED_HEADING = /^Session (\d{4}-\d{2}-\d{2} \d{2}:\d{2})$/i;
/** Heading of the whole text; a reader takes it at any of the first levels. */
export const OWN_HEADING = /^#{1,3}\s+Session Summary\s*$/i;
export const REASON = "Reason";
export const LESSON = "Lesson";
export const EVIDENCE = "Evidence";
export const FILE_COLUMNS = ["File", "Change", "Evidence"] as const;
export const TEST_COLUMNS = ["Check", "Result", "Command", "Evidence"] as const;

/** Names under which others write the same sections. */
const ALIASES: Readonly<Record<string, SummarySection>> = {
  "current task": "task",
  "what was attempted but failed": "failed",
  decisions: "decisions",
  "files changed": "files",
  "last checks": "tests",
  "user preferences": "preferences",
};

const SECTION_OF = new Map<string, SummarySection>([
  ...SUMMARY_SECTIONS.map((section) => [keyOf(SUMMARY_TITLES[section]), section] as const),
  ...Object.entries(ALIASES),
]);

/** The section that a heading names; null for a heading of somebody's own. */
export function sectionNamed(title: string): SummarySection | null {
  return SECTION_OF.get(keyOf(title)) ?? null;
}

function keyOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, " ")
    .trim();
}
