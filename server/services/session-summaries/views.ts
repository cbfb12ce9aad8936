import { SessionSummaryBody } from "../../core/session-summary/body";
import { writeSessionSummary } from "../../core/session-summary/markdown";
import type { SummaryText, SummaryVersionView } from "../../core/session-summary/views";
import type { SummaryTextRow, SummaryVersionRow } from "../../db/session-summaries/record";

export function toVersionView({ version, authorKind, author, createdAt }: SummaryVersionRow): SummaryVersionView {
  return { version, author: { kind: authorKind, name: author }, createdAt: createdAt.toISOString() };
}

export function toText(row: SummaryTextRow): SummaryText {
  return { ...toVersionView(row), title: row.title, markdown: markdownOf(row.body) };
}

/** A body of a newer form is shown as the data that it is. */
export function markdownOf(stored: unknown): string {
  const body = SessionSummaryBody.safeParse(stored).data;
  return body ? writeSessionSummary(body) : `\`\`\`json\n${JSON.stringify(stored, null, 2)}\n\`\`\`\n`;
}
