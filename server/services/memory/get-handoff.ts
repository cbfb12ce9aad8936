import type { ProjectScope } from "../../core/access/scope";
import { recordRef } from "../../core/decisions/record-ref";
import { shortener } from "../../core/events/short-path";
import { HandoffNote } from "../../core/handoffs/note";
import { handoffPrompt } from "../../core/handoffs/prompt";
import type { HandoffView } from "../../core/handoffs/views";
import { notFound, ok, type Result } from "../../core/result";
import { type HandoffRecordRow, readHandoff, readHandoffVersions } from "../../db/memory/handoff-list";
import type { Deps } from "../deps";

/**
 * A note with its Markdown, its prompt form and its versions. The note's lists show paths relative to the session's
 * folder; the Markdown is as it was written.
 */
export async function getHandoff(deps: Deps, scope: ProjectScope, number: number): Promise<Result<HandoffView>> {
  const record = await readHandoff(deps.db, scope, { number });
  return record ? ok(await toHandoffView(deps, scope, record)) : notFound("handoff", recordRef("handoff", number));
}

export async function toHandoffView(deps: Deps, scope: ProjectScope, record: HandoffRecordRow): Promise<HandoffView> {
  const versions = await readHandoffVersions(deps.db, scope, record.number);
  const { note, session, sessionTitle, cwd, person, updatedAt, ...columns } = record;
  return {
    ...columns,
    timeZone: scope.timeZone,
    asOf: deps.clock.now().toISOString(),
    session: session === null ? null : { number: session, title: sessionTitle, person: person ?? "" },
    note: shortNote(HandoffNote.safeParse(note).data ?? null, shortener(cwd)),
    prompt: handoffPrompt(record.markdown),
    updatedAt: updatedAt.toISOString(),
    versions: versions.map(({ authorKind, author, createdAt, ...version }) => ({
      ...version,
      author: { kind: authorKind, name: author },
      createdAt: createdAt.toISOString(),
    })),
  };
}

function shortNote(note: HandoffNote | null, short: (text: string) => string): HandoffNote | null {
  return (
    note && {
      ...note,
      filesModified: note.filesModified.map((file) => ({ ...file, path: short(file.path) })),
      remainingFailures: note.remainingFailures.map((failure) => ({ ...failure, text: short(failure.text) })),
      checks: note.checks.map((check) => ({ ...check, command: short(check.command) })),
    }
  );
}
