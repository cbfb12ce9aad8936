import type { EndView } from "./views";

/** What was written at the end of a session, a line each. */
export function endMarkdown(view: Omit<EndView, "markdown">): string {
  const { session, checkpoint, summary, handoff, drafts, archived, skipped } = view;
  const wrote = (what: string, written: EndView["summary"]) =>
    written === null ? [] : [`- ${what}: ${written.name}${written.isNew ? "" : " (nothing new since)"}`];
  const lines = [
    `Session S-${session} is written down.`,
    [
      ...wrote("Summary", summary),
      ...wrote("Handoff", handoff),
      ...wrote("Checkpoint", checkpoint),
      ...skipped.map(({ what, why }) => `- No ${what}: ${why}`),
    ].join("\n"),
    drafts.length === 0
      ? ""
      : ["Decisions to review:", ...drafts.map(({ ref, title }) => `- ${ref}: ${title}`)].join("\n"),
    archived.length === 0
      ? ""
      : ["Found by search only from now on:", ...archived.map(({ ref, why }) => `- ${ref}: ${why}`)].join("\n"),
    checkpoint === null ? "" : `Go on in a fresh session with: context resume ${checkpoint.name}`,
  ];
  return `${lines.filter((line) => line !== "").join("\n\n")}\n`;
}
