import clsx from "clsx";
import NextLink from "next/link";
import type { CSSProperties } from "react";
import { formatExact, formatTokens } from "../ui/format";
import { type BarPart, type ContextSegment, describeBar, layOut } from "./context-bar-model";
import { CONTEXT, type ContextKind } from "./palette";

/** A threshold of the policy: where it lies (0 to 1 of the window) and its words. */
export type ContextTick = { at: number; label: string };

type ContextBarProps = {
  segments: readonly ContextSegment[];
  /** The model's window; with it the free rest is drawn. */
  windowTokens?: number;
  /** xs 5 px (a tab), row 8 (a row, a key figure), md 14, head 26, band 30. */
  size?: "xs" | "row" | "md" | "head" | "band";
  /** Starts the spoken description: "Fix duplicate webhooks". */
  label?: string;
  /** Drawn with their words in sizes `head` and `band`, as lines only in smaller ones. */
  ticks?: readonly ContextTick[];
  /** `false`: lines without their words, for the first of two bars above each other. */
  tickWords?: boolean;
  /** Makes the segments links to the events behind them; give the same to the legend, which links the small ones too. */
  hrefOf?: (kind: ContextKind) => string | undefined;
  /** What is said when the size is not known; the track stays grey. */
  unknown?: boolean;
};

/** A narrower segment would be under 24 px on a phone; its legend entry is the link then. */
const LINKED_FROM_SHARE = 0.085;

const HEIGHT = { xs: "h-[5px]", row: "h-2", md: "h-3.5", head: "h-[26px]", band: "h-[30px]" };

/** What fills a window, in the one fixed order: what is kept, then noise, then free space. */
export function ContextBar(props: ContextBarProps) {
  const { segments, windowTokens, size = "row", label, ticks = [], tickWords = true, hrefOf, unknown } = props;
  const parts = unknown ? [] : layOut(segments, windowTokens);
  const large = size === "head" || size === "band";
  const words = large && tickWords && ticks.length > 0;
  const said = `${label ? `${label}: ` : ""}${unknown ? "Size unknown." : describeBar(segments, windowTokens)}`;
  return (
    <div className={clsx("relative", words && "pb-[18px]")}>
      <div
        {...{ role: hrefOf ? "group" : "img", "aria-label": said }}
        className={clsx("data-fill flex w-full min-w-0 gap-px bg-free", HEIGHT[size])}
      >
        {parts.map((part) => (
          <Segment
            key={part.kind}
            part={part}
            href={part.share >= LINKED_FROM_SHARE ? hrefOf?.(part.kind) : undefined}
            wideGap={size !== "xs"}
          />
        ))}
      </div>
      {ticks.map((tick) => (
        <Tick key={tick.label} tick={tick} words={words} />
      ))}
    </div>
  );
}

/** Where kept turns into noise the gap is wider, so that the border is seen without telling the hues apart. */
function Segment({ part, href, wideGap }: { part: BarPart; href?: string; wideGap: boolean }) {
  const style: CSSProperties = { flex: `${part.share} 1 0`, minWidth: part.kind === "free" ? 0 : 2 };
  const classes = clsx(
    "block h-full transition-[flex-grow] duration-(--duration-slow) ease-(--ease-out)",
    CONTEXT[part.kind].fillClass,
    part.startsNoise && wideGap && "ml-0.5",
  );
  const title = `${CONTEXT[part.kind].word}: ${formatExact(part.tokens)} tokens`;
  return href ? (
    <NextLink
      href={href}
      prefetch={false}
      style={style}
      className={clsx(classes, "clip-focus hover:brightness-110")}
      title={title}
    >
      <span className="sr-only">{title}</span>
    </NextLink>
  ) : (
    <span style={style} className={classes} title={part.kind === "free" ? undefined : title} />
  );
}

function Tick({ tick, words }: { tick: ContextTick; words: boolean }) {
  const atEnd = tick.at >= 1;
  return (
    <span
      aria-hidden={!words}
      style={{ left: `${Math.min(1, tick.at) * 100}%` }}
      className={clsx(
        "pointer-events-none absolute top-0",
        words ? "bottom-3.5" : "bottom-0",
        !atEnd && "border-l border-ink/45",
      )}
    >
      {words ? (
        <span
          className={clsx(
            "absolute -bottom-[15px] left-0 text-2xs whitespace-nowrap text-ink-2 max-sm:text-[0.625rem]",
            atEnd ? "-translate-x-full" : "-translate-x-1/2",
          )}
        >
          {tick.label}
        </span>
      ) : null}
    </span>
  );
}

type ContextLegendProps = {
  segments: readonly ContextSegment[];
  /** Writes a minus before noise, for a preview of what would go. */
  asRemoval?: boolean;
  hrefOf?: (kind: ContextKind) => string | undefined;
};

/** The words of a bar with their tokens; every segment of a large bar has one. */
export function ContextLegend({ segments, asRemoval = false, hrefOf }: ContextLegendProps) {
  const parts = layOut(segments).filter((part) => part.kind !== "free");
  return (
    <ul className="flex flex-wrap gap-x-3.5 gap-y-1 text-xs text-ink-2">
      {parts.map((part) => (
        <li
          key={part.kind}
          className={clsx(
            "inline-flex items-center",
            part.startsNoise && "md:border-l md:border-line-strong md:pl-3.5",
          )}
        >
          <LegendEntry part={part} href={hrefOf?.(part.kind)} sign={asRemoval && isNoise(part.kind) ? "−" : ""} />
        </li>
      ))}
    </ul>
  );
}

function LegendEntry({ part, href, sign }: { part: BarPart; href?: string; sign: string }) {
  const content = (
    <>
      <i aria-hidden className={clsx("data-fill inline-block size-2.5", CONTEXT[part.kind].fillClass)} />
      {CONTEXT[part.kind].word} {sign}
      {formatTokens(part.tokens)}
    </>
  );
  const classes = "inline-flex items-center gap-1.5";
  return href ? (
    <NextLink href={href} prefetch={false} className={clsx(classes, "min-h-6 hover:text-ink hover:underline")}>
      {content}
    </NextLink>
  ) : (
    <span className={classes}>{content}</span>
  );
}

function isNoise(kind: ContextKind): boolean {
  return kind === "duplicate" || kind === "resolved-error" || kind === "superseded" || kind === "idle";
}
