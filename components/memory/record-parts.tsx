import type { ReactNode } from "react";
import { writeEvidenceLine } from "@/server/core/decisions/evidence-lines";
import type { AuthorView, EvidenceView } from "@/server/core/decisions/views";
import { commitUrl, type Repository, workNamedBy } from "@/server/core/telemetry/repository-links";
import { linkRecords, recordHref } from "../handoffs/link-records";
import { shortRef } from "../sessions/ref-name";
import type { Base } from "../telemetry/links";
import { sessionHref } from "../telemetry/links";
import { formatDate, formatExactTime } from "../ui/format";
import { Link } from "../ui/link";
import { Markdown } from "../ui/markdown";
import { Avatar, Monogram } from "../ui/monogram";
import { clientLetters } from "../ui/monogram-letters";
import { evenHeadings } from "./even-headings";
import { eventHref } from "./links";

/** Small parts that decisions, failures and handoffs share. */

/** `S-12`, linked. */
export function SessionLink({ base, number }: { base: Base; number: number }) {
  return (
    <Link href={sessionHref(base, number)} className="font-mono">
      S-{number}
    </Link>
  );
}

/** A person by initials; an agent by its client's letters; the analysis by its name. */
export function Author({ author, nameless = false }: { author: AuthorView; nameless?: boolean }) {
  const [client = "", agent = ""] = author.name.split(" ");
  const isAgent = author.kind === "agent";
  const name = isAgent ? `${client} ${agent}`.trim() : author.kind === "system" ? "Context Steward" : author.name;
  const picture = isAgent ? (
    <Monogram letters={clientLetters(client)} name={client} category={-1} sub={agent !== "main"} />
  ) : author.kind === "system" ? null : (
    <Avatar name={author.name} />
  );
  return (
    <span className="inline-flex min-w-0 items-center gap-1.5" title={name}>
      {picture}
      <span className={nameless && picture ? "sr-only" : "truncate"}>{name}</span>
    </span>
  );
}

/** A heading and what is told below it, names of records as links; nothing when there is nothing. */
export function Told({ base, head, text }: { base: Base; head: string; text: string }) {
  return text.trim() === "" ? null : (
    <Block head={head}>
      <Markdown text={linkRecords(evenHeadings(text), base)} className="text-md" />
    </Block>
  );
}

export function Block({ head, children }: { head: string; children: ReactNode }) {
  return (
    <section className="grid gap-1">
      <h3 className="text-xs font-medium text-ink-2">{head}</h3>
      {children}
    </section>
  );
}

/** A date whose exact time is told on hover. */
export function DateTold({ iso, timeZone }: { iso: string; timeZone: string }) {
  return (
    <time dateTime={iso} title={formatExactTime(iso, timeZone)} className="whitespace-nowrap">
      {formatDate(iso, timeZone)}
    </time>
  );
}

type EvidenceListProps = {
  base: Base;
  head: string;
  evidence: readonly EvidenceView[];
  none?: string;
  /** Where commits, issues and requests are read; null where the project has no such place. */
  repository?: Repository | null;
};

/** What a record rests on; each piece that has a place opens it. */
export function EvidenceList({ base, head, evidence, none, repository = null }: EvidenceListProps) {
  if (evidence.length === 0 && none === undefined) return null;
  return (
    <section>
      <h3 className="mb-1.5">{head}</h3>
      {evidence.length === 0 ? (
        <p className="text-ink-3">{none}</p>
      ) : (
        <ul className="grid gap-2">
          {evidence.map((piece) => (
            <li key={writeEvidenceLine(piece)} className="[overflow-wrap:anywhere]">
              <EvidenceName base={base} piece={piece} repository={repository} />
              {piece.note === "" ? null : <span className="block text-ink-3">{piece.note}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

type EvidenceNameProps = { base: Base; piece: EvidenceView; repository: Repository | null };

function EvidenceName({ base, piece: { kind, session, ref }, repository }: EvidenceNameProps) {
  if (kind === "event") {
    const name = <span className="font-mono">ctx:{shortRef(ref)}</span>;
    return session === null ? (
      name
    ) : (
      <Link href={eventHref(base, session, ref)} title={`ctx:${ref}`}>
        <span className="font-mono">S-{session}</span> {name}
      </Link>
    );
  }
  if (kind === "link" && /^https?:\/\//.test(ref)) {
    return <Outside url={ref}>{ref.replace(/^https?:\/\//, "")}</Outside>;
  }
  const href = kind === "record" ? recordHref(base, ref.replace(/[@#].*$/, "")) : null;
  if (href !== null) {
    return (
      <Link href={href} className="font-mono">
        {ref}
      </Link>
    );
  }
  return <Elsewhere kind={kind} name={ref} repository={repository} />;
}

/** A commit, issue or request of the repository as a link, where there is one; else the words that were written. */
function Elsewhere({ kind, name, repository }: { kind: string; name: string; repository: Repository | null }) {
  if (kind === "commit") {
    const url = repository && commitUrl(repository, name);
    const words = (
      <>
        commit <span className="font-mono">{name.slice(0, 12)}</span>
      </>
    );
    return url ? <Outside url={url}>{words}</Outside> : <span>{words}</span>;
  }
  const work = repository && kind === "note" ? workNamedBy(name, repository) : null;
  if (!work) return <span className={kind === "note" ? undefined : "font-mono"}>{name}</span>;
  return (
    <span>
      <Outside url={work.url}>{work.name}</Outside> {work.rest}
    </span>
  );
}

function Outside({ url, children }: { url: string; children: ReactNode }) {
  return (
    <a href={url} rel="noopener noreferrer nofollow" className="link">
      {children}
    </a>
  );
}

export type VersionLine = { version: number; text: string; author: AuthorView; createdAt: string; href: string | null };

/** Who changed a record and when, newest first; a version leads to what it changed. */
export function Versions({ versions, timeZone }: { versions: readonly VersionLine[]; timeZone: string }) {
  return (
    <section>
      <h3 className="mb-1.5">Versions</h3>
      <ol className="grid gap-2">
        {versions.map(({ version, text, author, createdAt, href }, index) => (
          <li key={version} className="relative pl-3.5 leading-snug">
            <span
              aria-hidden
              className={`absolute top-[5px] left-0 size-[7px] ${index === 0 ? "bg-accent" : "bg-surface shadow-[inset_0_0_0_1.5px_var(--color-control)]"}`}
            />
            {href === null ? (
              <b className="font-medium">v{version}</b>
            ) : (
              <Link href={href} title={`What version ${version} changed`}>
                v{version}
              </Link>
            )}{" "}
            {text}
            <span className="block text-ink-3">
              <DateTold iso={createdAt} timeZone={timeZone} /> ·{" "}
              {author.kind === "system" ? "Context Steward" : author.name}
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** The words of a list as tags, each a link to the records that have it. */
export function TagLinks({ tags, hrefOf }: { tags: readonly string[]; hrefOf: (tag: string) => string }) {
  return tags.map((tag) => (
    <Link
      key={tag}
      look="plain"
      href={hrefOf(tag)}
      title={`Everything tagged ${tag}`}
      className="inline-block max-w-full truncate rounded-sm border border-line px-[5px] py-px font-mono text-2xs text-ink-2 hover:border-control hover:underline"
    >
      {tag}
    </Link>
  ));
}
