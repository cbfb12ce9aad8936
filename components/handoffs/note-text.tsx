import type { HandoffView } from "@/server/core/handoffs/views";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { HandoffNote } from "./handoff-note";
import { WrittenNote } from "./written-note";

/** What a session left is shown with links to its events; what a person wrote is shown as it was written. */
export function NoteText({ base, handoff }: { base: Base; handoff: HandoffView }) {
  const { note, session, markdown, isEdited } = handoff;
  if (isEdited) return <WrittenNote base={base} markdown={markdown} completeness={note?.completeness} />;
  if (note) return <HandoffNote base={base} note={note} session={session?.number ?? null} />;
  return (
    <div className="p-3.5 md:p-4">
      <CodeBlock label="Handoff note" code={markdown} copy />
    </div>
  );
}
