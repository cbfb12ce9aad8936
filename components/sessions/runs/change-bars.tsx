import clsx from "clsx";
import type { ReactNode } from "react";
import { formatExact, formatPercent, formatTokens } from "../../ui/format";
import { PASS_LOOK, RUN_PASSES, type RunPass } from "./run-words";

type ChangeBarsProps = {
  beforeTokens: number;
  afterTokens: number;
  summaryTokens: number;
  /** Null while the window's size is unknown: then both are drawn on the larger. */
  windowTokens: number | null;
  /** Tokens that each pass gives back; what they do not explain is shown as "Other". */
  saved: Readonly<Record<RunPass, number>>;
  words?: { before: string; after: string };
};

type Part = { key: string; word: string; tokens: number; fillClass: string };

const WORDS = { before: "Now", after: "After the run" };

/** Windows before and after a run on one scale: what goes is drawn by its pass, what is free stays empty. */
export function ChangeBars({ beforeTokens, afterTokens, summaryTokens, windowTokens, saved, words }: ChangeBarsProps) {
  const { before, after } = words ?? WORDS;
  const scale = Math.max(windowTokens ?? 0, beforeTokens, afterTokens, 1);
  const gone = RUN_PASSES.map((pass): Part => ({ key: pass, ...PASS_LOOK[pass], tokens: saved[pass] }));
  // Summaries give back what they replace less their own size, so the passes never add up to more than what goes.
  const explained = gone.reduce((sum, { tokens }) => sum + tokens, 0);
  const rest = beforeTokens - afterTokens - explained;
  const stays = Math.max(0, afterTokens - summaryTokens);
  const parts: Part[] = [
    { key: "stays", word: "Stays", tokens: stays, fillClass: "bg-talk" },
    { key: "summary", word: "Summaries", tokens: summaryTokens, fillClass: "bg-summary" },
  ];
  const removed: Part[] = [
    ...gone,
    { key: "other", word: "Other", tokens: Math.max(0, rest), fillClass: "bg-dropped" },
  ];
  return (
    <div className="grid gap-1.5">
      <Line name={before} tokens={beforeTokens} windowTokens={windowTokens}>
        <Bar label={before} parts={[...parts.slice(0, 1), ...removed]} scale={scale} />
      </Line>
      <Line name={after} tokens={afterTokens} windowTokens={windowTokens}>
        <Bar label={after} parts={parts} scale={scale} />
      </Line>
      <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-ink-2 md:pl-[140px]">
        {[...parts, ...removed].map((part) =>
          part.tokens > 0 ? (
            <li key={part.key} className="inline-flex items-center gap-1.5">
              <i aria-hidden className={clsx("data-fill inline-block size-2.5", part.fillClass)} />
              {part.word} {removed.includes(part) ? "−" : ""}
              {formatTokens(part.tokens)}
            </li>
          ) : null,
        )}
      </ul>
    </div>
  );
}

type LineProps = { name: string; tokens: number; windowTokens: number | null; children: ReactNode };

function Line({ name, tokens, windowTokens, children }: LineProps) {
  return (
    <div className="grid gap-x-3 gap-y-1 md:grid-cols-[128px_minmax(0,1fr)]">
      <div className="leading-[1.15] max-md:flex max-md:items-baseline max-md:justify-between">
        <span className="block text-xs text-ink-3">{name}</span>
        <span
          className="text-[1.0625rem] font-medium tracking-[-0.02em]"
          title={`${formatExact(tokens)} tokens, estimated`}
        >
          {formatTokens(tokens)}{" "}
          {windowTokens ? (
            <small className="text-sm font-normal tracking-normal text-ink-3">
              {formatPercent(tokens / windowTokens)}
            </small>
          ) : null}
        </span>
      </div>
      {children}
    </div>
  );
}

function Bar({ label, parts, scale }: { label: string; parts: readonly Part[]; scale: number }) {
  const shown = parts.filter(({ tokens }) => tokens > 0);
  const said = shown.map(({ word, tokens }) => `${word} ${formatExact(tokens)}`).join(", ");
  const used = shown.reduce((sum, { tokens }) => sum + tokens, 0);
  return (
    <div
      role="img"
      aria-label={`${label}: ${said === "" ? "empty" : `${said} tokens`}`}
      className="data-fill flex h-[26px] w-full min-w-0 gap-px bg-free"
    >
      {shown.map(({ key, word, tokens, fillClass }) => (
        <span
          key={key}
          title={`${word}: ${formatExact(tokens)} tokens`}
          className={clsx(
            "block h-full transition-[flex-grow] duration-(--duration-slow) ease-(--ease-out)",
            fillClass,
          )}
          style={{ flex: `${tokens} 1 0`, minWidth: 2 }}
        />
      ))}
      <span style={{ flex: `${Math.max(0, scale - used)} 1 0` }} />
    </div>
  );
}
