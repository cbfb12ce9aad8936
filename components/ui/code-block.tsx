import clsx from "clsx";
import { CopyButton } from "./copy-field";

type CodeBlockProps = {
  code: string;
  /** What it is, for screen readers: "Output of npm test". */
  label: string;
  copy?: boolean;
  /** Wraps long lines; otherwise the block scrolls sideways. */
  wrap?: boolean;
  tone?: "neutral" | "accent" | "reference";
  /** In pixels; a longer text scrolls. */
  maxHeight?: number;
};

const EDGE = { neutral: "border-line-strong", accent: "border-accent", reference: "border-reference" };

/** What a machine wrote, as it wrote it. */
export function CodeBlock({ code, label, copy = false, wrap = true, tone = "neutral", maxHeight }: CodeBlockProps) {
  return (
    <div className={clsx("relative border-l-2 bg-sunken", EDGE[tone])}>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label={label}
        style={maxHeight ? { maxHeight } : undefined}
        className="clip-focus overflow-auto"
      >
        <pre
          className={clsx(
            "px-[11px] py-2 text-xs leading-[1.55]",
            wrap && "whitespace-pre-wrap [overflow-wrap:anywhere]",
            copy && "pr-10",
          )}
        >
          {code}
        </pre>
      </section>
      {copy ? (
        <span className="absolute top-1 right-1">
          <CopyButton value={code} label={`Copy ${label}`} />
        </span>
      ) : null}
    </div>
  );
}
