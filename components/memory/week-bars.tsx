const HEIGHT = 20;
const STEP = 8;

/** Occurrences of one failure a week, this one last; a week without one is a low grey step, so that the axis shows. */
export function WeekBars({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts);
  const sum = counts.reduce((total, count) => total + count, 0);
  const weeks = counts.map((count, index) => ({ count, ago: counts.length - 1 - index }));
  return (
    <svg
      role="img"
      aria-label={`${sum} in the last ${counts.length} weeks`}
      viewBox={`0 0 ${counts.length * STEP} ${HEIGHT}`}
      className="data-fill h-5 w-full max-w-[112px]"
    >
      {weeks.map(({ count, ago }, index) => {
        const height = count === 0 ? 1 : Math.max(3, (count / most) * (HEIGHT - 2));
        return (
          <rect
            key={ago}
            x={index * STEP}
            y={HEIGHT - height}
            width={STEP - 2}
            height={height}
            fill={count === 0 ? "var(--color-line-strong)" : "var(--color-noise)"}
          />
        );
      })}
    </svg>
  );
}
