import type { ReactNode } from "react";
import { changeOf } from "@/server/core/handoffs/markdown";
import {
  anchorOf,
  type SessionSummaryBody,
  SUMMARY_TITLES,
  type SummarySection,
  type SummaryStatement,
} from "@/server/core/session-summary/body";
import { recordHref } from "../handoffs/link-records";
import { evenHeadings } from "../memory/even-headings";
import type { Base } from "../telemetry/links";
import { Chip } from "../ui/chip";
import { sentenceCase } from "../ui/format";
import { Link } from "../ui/link";
import { Markdown } from "../ui/markdown";
import { EvidenceLinks } from "./evidence-links";

type SummaryBodyProps = { base: Base; body: SessionSummaryBody; session: number | null };

/** A summary as people read it: each statement with what proves it. Links such as `SUM-012#what-failed` lead here. */
export function SummaryBody({ base, body, session }: SummaryBodyProps) {
  const proof = (evidence: readonly string[]) => <EvidenceLinks base={base} session={session} evidence={evidence} />;
  const statements = (rows: readonly SummaryStatement[]) => (
    <Rows>
      {rows.map(({ text, evidence }) => (
        <Row key={`${text} ${evidence}`}>
          {text} {proof(evidence)}
        </Row>
      ))}
    </Rows>
  );
  const parts: Record<SummarySection, ReactNode> = {
    task: <Markdown text={evenHeadings(body.task)} className="text-md" />,
    worked: statements(body.worked),
    failed: (
      <Rows>
        {body.failed.map(({ approach, reason, lesson, evidence }) => (
          <Row key={`${approach} ${evidence}`}>
            <b className="font-medium">{approach}</b>
            {reason === "" ? null : <span className="block text-ink-2">{reason}</span>}
            {lesson === "" ? null : <span className="block">Lesson: {lesson}</span>}
            {proof(evidence)}
          </Row>
        ))}
      </Rows>
    ),
    remaining: (
      <Rows>
        {body.remaining.map(({ text, state, evidence }) => (
          <Row key={`${text} ${evidence}`}>
            {text} {state === "in_progress" ? <span className="text-ink-3">(in progress)</span> : null}
            {proof(evidence)}
          </Row>
        ))}
      </Rows>
    ),
    decisions: (
      <Rows>
        {body.decisions.map(({ text, ref, evidence }) => {
          const href = ref === null ? null : recordHref(base, ref);
          return (
            <Row key={`${ref} ${text}`}>
              {text}{" "}
              {href === null ? null : (
                <Link href={href} className="font-mono text-xs">
                  {ref}
                </Link>
              )}
              {proof(evidence)}
            </Row>
          );
        })}
      </Rows>
    ),
    files: (
      <Rows>
        {body.files.map((file) => (
          <Row key={file.path}>
            <span className="font-mono text-xs">{file.path}</span>{" "}
            <span className="text-xs text-ink-3">{changeOf(file)}</span>
            {proof(file.evidence)}
          </Row>
        ))}
      </Rows>
    ),
    tests: (
      <Rows>
        {body.tests.map(({ check, command, passed, evidence }) => (
          <Row key={`${check} ${command}`}>
            <span className="flex flex-wrap items-center gap-2">
              <Chip tone={passed ? "ok" : "danger"}>{passed ? "Passed" : "Failed"}</Chip>
              {check}
              <span className="font-mono text-xs text-ink-2">{command}</span>
            </span>
            {proof(evidence)}
          </Row>
        ))}
      </Rows>
    ),
    blockers: statements(body.blockers),
    preferences: statements(body.preferences),
    questions: statements(body.questions),
  };
  const told = SECTIONS_SHOWN.filter((section) => body[section].length > 0);
  return (
    <div className="grid min-w-0 px-3.5 md:px-4">
      {told.map((section) => (
        <Part key={section} id={anchorOf(section)} title={sentenceCase(SUMMARY_TITLES[section])}>
          {parts[section]}
        </Part>
      ))}
      {body.more.map(({ title, text }) => (
        <Part key={title} title={title}>
          <Markdown text={evenHeadings(text)} className="text-md" />
        </Part>
      ))}
      {told.length + body.more.length === 0 ? (
        <p className="py-3.5 text-ink-2">This summary says nothing yet. Edit it, or compose it again.</p>
      ) : null}
    </div>
  );
}

/** What needs somebody comes before what is done. */
const SECTIONS_SHOWN = [
  "task",
  "worked",
  "failed",
  "blockers",
  "remaining",
  "questions",
  "decisions",
  "preferences",
  "files",
  "tests",
] as const satisfies readonly SummarySection[];

function Part({ id, title, children }: { id?: string; title: string; children: ReactNode }) {
  return (
    <section
      id={id}
      aria-label={title}
      className="grid min-w-0 scroll-mt-16 gap-1.5 border-t border-line py-3.5 [overflow-wrap:anywhere] first:border-t-0 target:bg-sunken"
    >
      <h3>{title}</h3>
      {children}
    </section>
  );
}

function Rows({ children }: { children: ReactNode }) {
  return <ul className="grid gap-2">{children}</ul>;
}

function Row({ children }: { children: ReactNode }) {
  return (
    <li className="relative pl-3.5 before:absolute before:left-0 before:text-ink-3 before:content-['–']">{children}</li>
  );
}
