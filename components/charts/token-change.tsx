import { formatExact } from "../ui/format";

type TokenChangeProps = {
  beforeTokens: number;
  /** What the model sees now; equal to before while nothing was taken out. */
  afterTokens: number;
  /** The largest event of the list: all bars of a column share its scale. */
  scaleTokens: number;
};

/** An event's tokens on the text's line, with a small bar hung above: pale before, green now. Numbers that no longer count are struck out. */
export function TokenChange({ beforeTokens, afterTokens, scaleTokens }: TokenChangeProps) {
  const width = (tokens: number) => `${scaleTokens > 0 ? Math.min(1, tokens / scaleTokens) * 100 : 0}%`;
  const changed = afterTokens !== beforeTokens;
  return (
    <span className="relative block text-right">
      <span aria-hidden className="data-fill absolute inset-x-0 -top-[3px] h-[3px] max-md:hidden">
        <i className="absolute inset-y-0 right-0 bg-free" style={{ width: width(beforeTokens) }} />
        <i className="absolute inset-y-0 right-0 min-w-[1.5px] bg-full" style={{ width: width(afterTokens) }} />
      </span>
      <span className="text-xs whitespace-nowrap">
        {changed ? (
          <>
            <s className="text-ink-3 decoration-1">
              <span className="sr-only">before </span>
              {formatExact(beforeTokens)}
            </s>{" "}
            <span className="sr-only">now </span>
          </>
        ) : null}
        {formatExact(afterTokens)}
      </span>
    </span>
  );
}
