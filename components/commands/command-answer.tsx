"use client";

import type { CommandAnswer as Answer } from "@/server/core/commands/answer";
import { linkRecords } from "../handoffs/link-records";
import { evenHeadings } from "../memory/even-headings";
import type { Base } from "../telemetry/links";
import { CopyButton } from "../ui/copy-field";
import { Link } from "../ui/link";
import { Markdown } from "../ui/markdown";

type CommandAnswerProps = { base: Base; answer: Omit<Answer, "data">; onLeave: () => void };

/** What a command said, with where it leads. */
export function CommandAnswer({ base, answer, onLeave }: CommandAnswerProps) {
  const { command, session, changed, markdown, links } = answer;
  return (
    <section aria-label="Answer" className="grid min-w-0 gap-2.5">
      <div className="flex items-center gap-2">
        <h3 className="min-w-0 flex-1 truncate text-xs font-normal text-ink-2">
          <code>context {command}</code>
          {session === null ? "" : ` on S-${session}`}
          {changed ? ", done" : ""}
        </h3>
        <CopyButton value={markdown} label="Copy the answer" />
      </div>
      <Markdown text={linkRecords(evenHeadings(markdown), base)} />
      {links.length > 0 ? (
        <ul aria-label="Where it leads" className="flex flex-wrap gap-x-4 gap-y-1 border-t border-line pt-2.5">
          {links.map(({ label, path }) => (
            <li key={path}>
              <Link href={path} onClick={onLeave}>
                {label}
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}
