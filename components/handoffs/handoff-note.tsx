import type { ReactNode } from "react";
import { changeOf } from "@/server/core/handoffs/markdown";
import type { HandoffNote as Note, TodoItem } from "@/server/core/handoffs/note";
import type { NoteSection } from "@/server/core/handoffs/note-sections";
import { evenHeadings } from "../memory/even-headings";
import { eventHref } from "../memory/links";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { Link } from "../ui/link";
import { Markdown } from "../ui/markdown";
import { recordHref } from "./link-records";
import { StateMark } from "./state-mark";

type HandoffNoteProps = {
  base: Base;
  note: Note;
  /** The session whose events the note names; null when it is gone. */
  session: number | null;
};

/** A handoff note as people read it: each section says whether it is complete, and what is missing. */
export function HandoffNote({ base, note, session }: HandoffNoteProps) {
  const part = (section: NoteSection, title: string, children: ReactNode, aside?: string) => (
    <Part note={note} section={section} title={title} aside={aside}>
      {children}
    </Part>
  );
  const done = note.progress.filter((item) => item.state === "done").length;
  return (
    <div className="grid min-w-0 px-3.5 md:px-4">
      {part("currentTask", "Current task", <Markdown text={evenHeadings(note.currentTask)} className="text-md" />)}
      {part("progress", "Progress", <Todos items={note.progress} />, `${done} of ${note.progress.length}`)}
      {part(
        "keyDecisions",
        "Key decisions",
        <Lines
          items={note.keyDecisions.map(({ text, ref }) => ({
            key: `${ref} ${text}`,
            text,
            link: recordLink(base, ref),
          }))}
        />,
      )}
      {part(
        "rejectedAlternatives",
        "Rejected alternatives",
        <Lines
          items={note.rejectedAlternatives.map(({ text, why, ref }) => ({
            key: `${ref} ${text}`,
            text: <Told text={text} why={why} />,
            link: recordLink(base, ref),
          }))}
        />,
      )}
      {part(
        "failedApproaches",
        "Failed approaches",
        <Lines
          items={note.failedApproaches.map(({ text, why, ref, eventRef }) => ({
            key: `${ref} ${eventRef} ${text}`,
            text: <Told text={text} why={why} />,
            link: recordLink(base, ref) ?? eventLink(base, session, eventRef),
          }))}
        />,
      )}
      {part(
        "openQuestions",
        "Open questions",
        <Lines items={note.openQuestions.map((text) => ({ key: text, text }))} />,
      )}
      {part(
        "nextSteps",
        "Next steps",
        <ol className="list-decimal pl-5 marker:text-ink-3">
          {note.nextSteps.map((text) => (
            <li key={text}>{text}</li>
          ))}
        </ol>,
      )}
      {part("filesModified", "Files modified", <Files note={note} />, String(note.filesModified.length))}
      {part(
        "remainingFailures",
        "Remaining failures",
        <Lines
          items={note.remainingFailures.map(({ text, ref, eventRef }) => ({
            key: `${ref} ${text}`,
            text,
            link: recordLink(base, ref) ?? eventLink(base, session, eventRef),
          }))}
        />,
      )}
      {part("checks", "Last checks", <Checks base={base} note={note} session={session} />)}
      <Commits note={note} />
      {(note.more ?? []).map(({ title, text }) => (
        <section key={title} className="grid min-w-0 gap-1.5 border-t border-line py-3.5 [overflow-wrap:anywhere]">
          <h3>{title}</h3>
          <Markdown text={evenHeadings(text)} />
        </section>
      ))}
    </div>
  );
}

type PartProps = { note: Note; section: NoteSection; title: string; aside?: string; children: ReactNode };

function Part({ note, section, title, aside, children }: PartProps) {
  const told = note.completeness.find((one) => one.section === section);
  const state = told?.state ?? "filled";
  const hasContent = state === "filled" || (section === "checks" && note.checks.length > 0);
  return (
    <section className="grid min-w-0 gap-1.5 border-t border-line py-3.5 [overflow-wrap:anywhere] first:border-t-0">
      <div className="flex flex-wrap items-center justify-between gap-2">
        <h3>{title}</h3>
        <span className="flex items-center gap-2 text-xs text-ink-3">
          {hasContent && aside ? <span>{aside}</span> : null}
          <StateMark state={state} />
        </span>
      </div>
      {hasContent ? children : null}
      {state === "filled" ? null : <p className="text-ink-3">{told?.reason}</p>}
    </section>
  );
}

const TODO_WORDS: Readonly<Record<TodoItem["state"], string>> = {
  done: "done",
  in_progress: "in progress",
  open: "open",
  cancelled: "cancelled",
};

function Todos({ items }: { items: readonly TodoItem[] }) {
  return (
    <ul className="grid gap-1">
      {items.map(({ text, state }) => {
        const isOver = state === "done" || state === "cancelled";
        return (
          <li key={`${state} ${text}`} className="flex items-baseline gap-2">
            <span role="img" aria-label={TODO_WORDS[state]} className={isOver ? "text-accent" : "text-ink-3"}>
              {isOver ? "☑" : "☐"}
            </span>
            <span className={isOver ? "text-ink-3" : undefined}>
              {text}
              {state === "in_progress" || state === "cancelled" ? (
                <span className="text-ink-3"> ({TODO_WORDS[state]})</span>
              ) : null}
            </span>
          </li>
        );
      })}
    </ul>
  );
}

function Told({ text, why }: { text: string; why: string }) {
  return why === "" ? (
    <b className="font-medium">{text}</b>
  ) : (
    <>
      <b className="font-medium">{text}.</b> {why}
    </>
  );
}

type LineItem = { key: string; text: ReactNode; link?: { href: string; name: string } | null };

function Lines({ items }: { items: readonly LineItem[] }) {
  return (
    <ul className="grid gap-1">
      {items.map(({ key, text, link }) => (
        <li key={key} className="relative pl-3.5 before:absolute before:left-0 before:text-ink-3 before:content-['–']">
          {text}{" "}
          {link ? (
            <Link href={link.href} className="font-mono text-xs">
              {link.name}
            </Link>
          ) : null}
        </li>
      ))}
    </ul>
  );
}

function Files({ note }: { note: Note }) {
  return (
    <ul className="grid gap-0.5 text-xs">
      {note.filesModified.map((file) => (
        <li key={file.path} className="flex flex-wrap gap-x-3">
          <span className="font-mono">{file.path}</span>
          <span className="text-ink-3">{changeOf(file)}</span>
        </li>
      ))}
    </ul>
  );
}

function Checks({ base, note, session }: HandoffNoteProps) {
  return (
    <ul className="grid gap-1">
      {note.checks.map(({ check, command, passed, eventRef }) => {
        const link = eventLink(base, session, eventRef);
        return (
          <li key={check} className="flex flex-wrap items-center gap-2">
            <Chip tone={passed ? "ok" : "danger"}>{passed ? "Passed" : "Failed"}</Chip>
            <span>{check}</span>
            <span className="font-mono text-xs text-ink-2">{command}</span>
            {link ? (
              <Link href={link.href} className="text-xs">
                event
              </Link>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}

function Commits({ note }: { note: Note }) {
  if (note.branch === null && note.commits.length === 0) return null;
  return (
    <section className="grid min-w-0 gap-1.5 border-t border-line py-3.5 [overflow-wrap:anywhere]">
      <h3>Branch and commits</h3>
      {note.branch === null ? null : <p className="font-mono text-xs">{note.branch}</p>}
      <ul className="grid gap-0.5">
        {note.commits.map(({ hash, message, branch }) => (
          <li key={`${hash} ${message}`}>
            {hash === null ? null : <span className="mr-2 font-mono text-xs text-ink-3">{hash}</span>}
            {message}
            {branch === undefined ? null : (
              <span className="text-ink-3">
                {" "}
                on <span className="font-mono text-xs">{branch}</span>
              </span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function recordLink(base: Base, ref: string | null): { href: string; name: string } | null {
  const href = ref === null ? null : recordHref(base, ref);
  return ref === null || href === null ? null : { href, name: ref };
}

function eventLink(base: Base, session: number | null, ref: string | null): { href: string; name: string } | null {
  return session === null || ref === null ? null : { href: eventHref(base, session, ref), name: "event" };
}
