import { sparkRuns } from "./sparkline-model";

type SparklineProps = {
  /** Oldest first; null is a gap. */
  values: readonly (number | null)[];
  tone?: "ink" | "noise";
  /** Spoken; without it the line is decoration beside a figure that says the same. */
  label?: string;
};

const WIDTH = 164;
const HEIGHT = 24;

/** The shape of a series beside its figure; no axes, so never the only place of a number. */
export function Sparkline({ values, tone = "ink", label }: SparklineProps) {
  const runs = sparkRuns(values, WIDTH - 4, HEIGHT);
  const last = runs.at(-1)?.at(-1);
  const colour = tone === "noise" ? "var(--color-noise)" : "var(--color-ink-2)";
  return (
    <span {...(label ? { role: "img", "aria-label": label } : {})} className="block">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        className="data-fill h-6 w-full max-w-[164px] overflow-visible"
        aria-hidden="true"
      >
        {runs.map((run) =>
          run.length === 1 ? null : (
            <polyline
              key={run[0]?.x}
              points={run.map((point) => `${point.x},${point.y}`).join(" ")}
              fill="none"
              stroke={colour}
              strokeWidth="1.5"
            />
          ),
        )}
        {last ? <circle cx={last.x} cy={last.y} r="2.5" fill={colour} /> : null}
      </svg>
    </span>
  );
}
