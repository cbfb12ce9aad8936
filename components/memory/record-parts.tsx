import type { ReactNode } from "react";
import type { AuthorView } from "@/server/core/decisions/views";
import type { Base } from "../telemetry/links";
import { sessionHref } from "../telemetry/links";
import { formatDate, formatExactTime } from "../ui/format";
import { Link } from "../ui/link";
import { Markdown } from "../ui/markdown";
import { Avatar, Monogram } from "../ui/monogram";
import { clientLetters } from "../ui/monogram-letters";
import { evenHeadings } from "./even-headings";

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

/** A heading and what is told below it; nothing when there is nothing. */
export function Told({ head, text }: { head: string; text: string }) {
  return text.trim() === "" ? null : (
    <Block head={head}>
      <Markdown text={evenHeadings(text)} className="text-md" />
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

export type VersionLine = { version: number; text: string; author: AuthorView; createdAt: string };

/** Who changed a record and when, newest first. */
export function Versions({ versions, timeZone }: { versions: readonly VersionLine[]; timeZone: string }) {
  return (
    <ol className="grid gap-2">
      {versions.map(({ version, text, author, createdAt }, index) => (
        <li key={version} className="relative pl-3.5 leading-snug">
          <span
            aria-hidden
            className={`absolute top-[5px] left-0 size-[7px] ${index === 0 ? "bg-accent" : "bg-surface shadow-[inset_0_0_0_1.5px_var(--color-control)]"}`}
          />
          <b className="font-medium">v{version}</b> {text}
          <span className="block text-ink-3">
            <DateTold iso={createdAt} timeZone={timeZone} /> ·{" "}
            {author.kind === "system" ? "Context Steward" : author.name}
          </span>
        </li>
      ))}
    </ol>
  );
}
