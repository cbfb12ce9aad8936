import clsx from "clsx";

type ProgressProps = {
  label: string;
  value: number;
  max: number;
  /** What is said in place of "45 %", such as "7 of 8 sections". */
  valueText?: string;
  tone?: "accent" | "warn";
  size?: "sm" | "md";
  className?: string;
};

/** How far something has come. */
export function Progress({ label, value, max, valueText, tone = "accent", size = "sm", className }: ProgressProps) {
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={max}
      aria-valuenow={Math.min(max, Math.max(0, value))}
      aria-valuetext={valueText}
      className={clsx("data-fill w-full bg-free", size === "sm" ? "h-[5px]" : "h-2", className)}
    >
      <div
        className={clsx(
          "h-full transition-[width] duration-(--duration-slow)",
          tone === "warn" ? "bg-warn-edge" : "bg-accent",
        )}
        style={{ width: `${share * 100}%` }}
      />
    </div>
  );
}
