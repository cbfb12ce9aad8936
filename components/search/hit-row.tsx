import clsx from "clsx";
import { History } from "lucide-react";
import NextLink from "next/link";
import type { Hit } from "@/server/core/search/everything-view";
import { eventHref } from "../sessions/session-view";
import type { Base } from "../telemetry/links";
import { plural } from "../telemetry/words";
import { Chip } from "../ui/chip";
import { formatDay, formatExact } from "../ui/format";
import { Link } from "../ui/link";
import { type Residency, ResidencyGlyph } from "../ui/residency-glyph";
import { placeOfHit } from "./hit-place";
import { Marked } from "./marked";
import { KIND_WORDS } from "./words";

type HitRowProps = { base: Base; hit: Hit; timeZone: string };

const RESIDENCIES: readonly Residency[] = ["full", "retained", "reference"];

/** One find: what it is and where, its name, and the place in its text that has the words. */
export function HitRow({ base, hit, timeZone }: HitRowProps) {
  const { href, name } = placeOfHit(base, hit);
  const isOver = ["rejected", "superseded", "deprecated"].includes(hit.status);
  return (
    <li className="border-b border-line">
      <NextLink
        href={href}
        prefetch={false}
        className="clip-focus grid grid-cols-[88px_minmax(0,1fr)] gap-x-3 gap-y-[3px] px-4 py-[10px] hover:bg-hover max-md:grid-cols-1 max-md:px-3.5"
      >
        <span className="text-xs leading-[1.6] text-ink-3 max-md:flex max-md:gap-2">
          <span className="block text-ink-2">{KIND_WORDS[hit.kind].one}</span>
          <span className="block font-mono">{name}</span>
        </span>
        <span className="grid min-w-0 gap-[3px]">
          <span className={clsx("leading-[1.35] font-medium [overflow-wrap:anywhere]", isOver && "text-ink-3")}>
            {hit.title.length === 0 ? "Without a title" : <Marked pieces={hit.title} />}
          </span>
          {textOf(hit.snippet) === textOf(hit.title) ? null : (
            <span className="line-clamp-2 text-ink-2 [overflow-wrap:anywhere]">
              <Marked pieces={withoutHeadingMarks(hit.snippet)} />
            </span>
          )}
          <span className="flex flex-wrap items-center gap-x-2.5 gap-y-1 text-xs text-ink-3">
            <State hit={hit} />
            <span>{formatDay(hit.at, timeZone)}</span>
          </span>
        </span>
      </NextLink>
      <OtherSessions base={base} hit={hit} />
    </li>
  );
}

/** Where the same text stands too: one find shows it, the others are a step away. */
function OtherSessions({ base, hit }: { base: Base; hit: Hit }) {
  const { alsoIn, alsoNumbers, alsoInSessions } = hit;
  if (alsoInSessions === 0) return null;
  const others = [
    ...alsoIn.map(({ session, ref }) => ({ href: eventHref(base, session, ref), name: `S-${session}` })),
    ...alsoNumbers.map((number) => placeOfHit(base, { ...hit, number })),
  ];
  const further = alsoInSessions - others.length;
  return (
    <details className="px-4 pb-2 text-xs text-ink-3 md:pl-[116px] max-md:px-3.5">
      <summary className="clip-focus w-fit cursor-pointer py-1.5 hover:text-ink">
        and in {formatExact(alsoInSessions)} more {plural(alsoInSessions, "session")}
      </summary>
      <ul className="flex flex-wrap items-center gap-x-3 gap-y-1 pb-1 font-mono">
        {others.map(({ href, name }) => (
          <li key={href}>
            <Link href={href} className="inline-block min-w-6 leading-6 pointer-coarse:leading-9">
              {name}
            </Link>
          </li>
        ))}
        {further > 0 ? (
          <li className="font-sans">and {formatExact(further)} older ones: add session:number to see one.</li>
        ) : null}
      </ul>
    </details>
  );
}

/** An excerpt runs on in one line, in which the marks of Markdown headings say nothing. */
function withoutHeadingMarks(pieces: Hit["snippet"]): Hit["snippet"] {
  return pieces.map((piece) => ({ ...piece, text: piece.text.replace(/(^|\s)#{2,6}\s+/g, "$1") }));
}

/** A short event is its own title. */
function textOf(pieces: Hit["title"]): string {
  return pieces.map(({ text }) => text).join("");
}

function State({ hit: { kind, status, inContext, residency } }: { hit: Hit }) {
  if (kind !== "event") return status === "" ? null : <Chip>{status}</Chip>;
  const known = RESIDENCIES.find((one) => one === residency);
  return (
    <>
      <span>{status.replaceAll("_", " ")}</span>
      {inContext === false ? (
        <Chip icon={<History aria-hidden />}>history</Chip>
      ) : known && known !== "full" ? (
        <ResidencyGlyph residency={known} withWord />
      ) : (
        <span>in context</span>
      )}
    </>
  );
}
