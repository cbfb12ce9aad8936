import type { HandoffNote, SectionState } from "@/server/core/handoffs/note";
import { NOTE_SECTIONS, SECTION_TITLES } from "@/server/core/handoffs/note-sections";
import { type NotePart, partsOf, withoutAddress } from "@/server/core/handoffs/sections";
import { evenHeadings } from "../memory/even-headings";
import type { Base } from "../telemetry/links";
import { sentenceCase } from "../ui/format";
import { Markdown } from "../ui/markdown";
import { linkRecords } from "./link-records";
import { StateMark } from "./state-mark";

type WrittenNoteProps = {
  markdown: string;
  /** Where names of records lead; null for readers who may not go there, who get links to the outside only. */
  base: Base | null;
  /** Says of each section whether it is told; leave it out where nobody asks. */
  completeness?: HandoffNote["completeness"];
  /** Heading of the whole text, which is no section; left out, that of a handoff note. */
  ownHeading?: RegExp;
  /** For readers from outside: whether a link in the text may stay one. */
  keepLink?: (href: string) => boolean;
};

/** A note as a person wrote it: its own sections in its own order. */
export function WrittenNote({ markdown, base, completeness = [], ownHeading, keepLink }: WrittenNoteProps) {
  const { head, parts } = partsOf(markdown, ownHeading);
  const loose = withoutAddress(head).trim();
  const shown = keyed(loose === "" ? parts : [{ title: "", body: loose }, ...parts]);
  return (
    <div className="grid min-w-0 px-3.5 md:px-4">
      {shown.map(({ key, part }) => (
        <Part
          key={key}
          part={part}
          state={completeness.find((state) => isOf(state, part))}
          base={base}
          keepLink={keepLink}
        />
      ))}
      {shown.length === 0 ? <p className="py-3.5 text-ink-2">The note has no sections yet.</p> : null}
    </div>
  );
}

type PartProps = { part: NotePart; state?: SectionState } & Pick<WrittenNoteProps, "base" | "keepLink">;

function Part({ part, state, base, keepLink }: PartProps) {
  const body = base === null ? part.body : linkRecords(part.body, base);
  return (
    <section className="grid min-w-0 gap-1.5 border-t border-line py-3.5 [overflow-wrap:anywhere] first:border-t-0">
      {part.title === "" ? null : (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <h3>{headingOf(part.title)}</h3>
          {state ? (
            <span className="text-xs text-ink-3">
              <StateMark state={state.state} />
            </span>
          ) : null}
        </div>
      )}
      {body.trim() === "" ? (
        <p className="text-ink-3">Nothing is written here yet.</p>
      ) : (
        <Markdown text={evenHeadings(body)} className="text-md" keepLink={keepLink} />
      )}
    </section>
  );
}

const SECTION_OF_TITLE = new Map(NOTE_SECTIONS.map((section) => [SECTION_TITLES[section].toLowerCase(), section]));

/** Headings that the format gives stand in the case of the page; what somebody named themselves stays as written. */
function headingOf(title: string): string {
  return SECTION_OF_TITLE.has(title.toLowerCase()) ? sentenceCase(title) : title;
}

function isOf({ section }: SectionState, { title }: NotePart): boolean {
  return SECTION_OF_TITLE.get(title.toLowerCase()) === section;
}

/** Two sections may have the same title: the second is its second. */
function keyed(parts: readonly NotePart[]): { key: string; part: NotePart }[] {
  const seen = new Map<string, number>();
  return parts.map((part) => {
    const times = (seen.get(part.title) ?? 0) + 1;
    seen.set(part.title, times);
    return { key: `${part.title}:${times}`, part };
  });
}
