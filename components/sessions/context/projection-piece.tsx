"use client";

import type { inferRouterOutputs } from "@trpc/server";
import clsx from "clsx";
import { useState } from "react";
import type { AppRouter } from "@/server/api/root";
import { kindWord } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { formatExact } from "../../ui/format";
import { Link } from "../../ui/link";
import { ResidencyGlyph } from "../../ui/residency-glyph";
import { shortRef } from "../ref-name";
import { useSessionScope } from "../session-scope";
import { eventHref } from "../session-view";
import { markedParts } from "./marked-text";

type Piece = inferRouterOutputs<AppRouter>["context"]["projectPage"]["pieces"][number];

/** A longer text is folded until somebody asks for it. */
const FOLDED_CHARACTERS = 1_500;

/** An event, a message or a block, as plain text: nothing in it is markup, and only markers are links. */
export function ProjectionPiece({ piece }: { piece: Piece }) {
  const [isOpen, setOpen] = useState(false);
  const isLong = piece.text.length > FOLDED_CHARACTERS;
  const left = piece.characters - piece.text.length;
  return (
    <li className="grid gap-1 border-b border-line px-3.5 py-2 last:border-b-0 md:px-4">
      <Head piece={piece} />
      <pre
        className={clsx(
          "min-w-0 font-mono text-xs leading-[1.5] whitespace-pre-wrap [overflow-wrap:anywhere]",
          isLong && !isOpen && "line-clamp-12",
          piece.residency !== null &&
            piece.residency !== "full" &&
            "border-l-2 border-reference bg-sunken px-2.5 py-1.5",
        )}
      >
        <Marked text={isOpen || !isLong ? piece.text : piece.text.slice(0, FOLDED_CHARACTERS)} />
      </pre>
      {isLong ? (
        <Button
          size="sm"
          variant="ghost"
          className="justify-self-start"
          aria-expanded={isOpen}
          onClick={() => setOpen(!isOpen)}
        >
          {isOpen ? "Show less" : `Show all ${formatExact(piece.text.length)} characters`}
        </Button>
      ) : null}
      {isOpen && left > 0 ? (
        <p className="text-xs text-ink-3">{`${formatExact(left)} more characters; the download has all of them.`}</p>
      ) : null}
    </li>
  );
}

function Head({ piece: { role, ref, kind, tool, residency, tokens } }: { piece: Piece }) {
  const { base, number } = useSessionScope();
  if (role === "") return null;
  return (
    <p className="flex min-w-0 flex-wrap items-center gap-x-2.5 text-xs text-ink-3">
      <b className="font-medium text-ink">{kind === null ? role : kindWord(kind)}</b>
      {tool === null ? null : <span className="font-mono">{tool}</span>}
      {ref === null ? null : (
        <Link href={eventHref(base, number, ref)} prefetch={false} className="font-mono" title={`ctx:${ref}`}>
          ctx:{shortRef(ref)}
        </Link>
      )}
      {residency === null ? null : <ResidencyGlyph residency={residency} withWord />}
      {tokens === null ? null : <span className="ml-auto">{formatExact(tokens)} tokens</span>}
    </p>
  );
}

function Marked({ text }: { text: string }) {
  const { base, number } = useSessionScope();
  let at = 0;
  return markedParts(text).map((part) => {
    const key = `${at}`;
    at += part.text.length;
    return part.ref === null ? (
      <span key={key}>{part.text}</span>
    ) : (
      <Link key={key} href={eventHref(base, number, part.ref)} prefetch={false}>
        {part.text}
      </Link>
    );
  });
}
