import type { PreviewView, RunView } from "@/server/core/runs/views";
import { formatExact, formatTokens } from "../../ui/format";
import { breakEvenWords } from "./run-words";

type Economy = Pick<
  RunView["threads"][number],
  "savedTokens" | "rewrittenTokens" | "isCacheCold" | "breakEvenRequests"
>;

/** What a change brings with each request, what it costs once, and when it has paid. */
export function EconomyFigures({ economy }: { economy: Economy }) {
  const { savedTokens, rewrittenTokens, isCacheCold, breakEvenRequests } = economy;
  return (
    <dl className="flex flex-wrap gap-x-6 gap-y-2">
      <Figure name="Saved per request" exact={savedTokens}>
        {formatTokens(savedTokens)}
      </Figure>
      <Figure name="Cache rewritten" exact={isCacheCold ? undefined : rewrittenTokens}>
        {isCacheCold ? "none, it is cold" : formatTokens(rewrittenTokens)}
      </Figure>
      <Figure name="Pays after">{breakEvenWords(breakEvenRequests)}</Figure>
    </dl>
  );
}

function Figure({ name, exact, children }: { name: string; exact?: number; children: string }) {
  return (
    <div title={exact === undefined ? undefined : `${formatExact(exact)} tokens, estimated`}>
      <dt className="text-2xs whitespace-nowrap text-ink-2">{name}</dt>
      <dd className="text-[1rem] font-medium tracking-[-0.01em] whitespace-nowrap">{children}</dd>
    </div>
  );
}

const SHOWN_REQUESTS = 40;
const WIDTH = 184;
const TOP = 2;
const BOTTOM = 34;

/** Tokens of input price, gained less paid, over the next requests: under the line it still costs, above it pays. */
export function BreakEven({ economy }: { economy: Economy }) {
  const { savedTokens, breakEvenRequests } = economy;
  if (breakEvenRequests === null || breakEvenRequests === 0 || savedTokens <= 0) return null;
  const until = Math.max(SHOWN_REQUESTS, Math.ceil(breakEvenRequests * 1.5));
  // Straight from −break-even at request 0 through 0; only its ratio matters for the picture.
  const rise = until - breakEvenRequests;
  const perRequest = (BOTTOM - TOP) / (rise + breakEvenRequests);
  const zero = TOP + rise * perRequest;
  const at = (breakEvenRequests / until) * WIDTH;
  return (
    <svg
      role="img"
      aria-label={`Break-even: costs until request ${breakEvenRequests}, pays from then on`}
      viewBox={`0 0 ${WIDTH} 50`}
      className="h-[50px] w-[184px] shrink-0 max-xl:hidden"
    >
      <line x1="0" x2={WIDTH} y1={zero} y2={zero} className="stroke-line-strong" />
      <path d={`M0 ${BOTTOM}L${at} ${zero}H0Z`} className="fill-resolved" opacity=".3" />
      <path d={`M${at} ${zero}L${WIDTH} ${TOP}V${zero}Z`} className="fill-accent" opacity=".25" />
      <path d={`M0 ${BOTTOM}L${WIDTH} ${TOP}`} fill="none" className="stroke-ink" strokeWidth="1.5" />
      <circle cx={at} cy={zero} r="3" className="fill-surface stroke-ink" strokeWidth="1.5" />
      <text
        x={Math.min(at, WIDTH - 70)}
        y="47"
        className="fill-ink-2 text-[11px]"
      >{`request ${formatExact(breakEvenRequests)}`}</text>
      <text x={WIDTH} y="47" textAnchor="end" className="fill-ink-2 text-[11px]">
        {formatExact(until)}
      </text>
    </svg>
  );
}

type Outlook = PreviewView["threads"][number];

/** Whether batching would commit now when nobody asks, and why. Says it for clients that can be pruned without being asked. */
export function AutomaticWords({ outlook, isLive }: { outlook: Outlook; isLive: boolean }) {
  const { automatic } = outlook;
  const would = automatic.commits ? "Automatic batching would commit this now." : "Automatic batching would wait.";
  return (
    <p className="max-w-[90ch] text-xs text-pretty text-ink-2">
      <b className="font-medium text-ink">{would}</b> {automatic.reason}
      {isLive ? "" : " Nobody prunes this client without being asked."}
    </p>
  );
}
