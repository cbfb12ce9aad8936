import clsx from "clsx";
import { NOISE, type NoiseClass } from "../charts/palette";
import { CHIP_CLASSES } from "./chip";

const LOOK: Record<NoiseClass, string> = {
  duplicate: "bg-duplicate-soft text-duplicate-ink",
  "resolved-error": "bg-resolved-soft text-resolved-ink",
  superseded: "bg-superseded-soft text-superseded-ink",
  idle: "bg-idle-soft text-idle-ink",
  dropped: "bg-sunken text-ink-2 shadow-[inset_0_0_0_1px_var(--color-line)]",
};

/** The square that stands for a noise class; never alone, a word is always near. */
export function NoiseSwatch({ noise, className }: { noise: NoiseClass; className?: string }) {
  return (
    <i aria-hidden className={clsx("data-fill inline-block size-2.5 shrink-0", NOISE[noise].fillClass, className)} />
  );
}

/** A noise class as a word with its swatch. */
export function NoiseChip({ noise, title }: { noise: NoiseClass; title?: string }) {
  return (
    <span className={clsx(CHIP_CLASSES, LOOK[noise])} title={title ?? NOISE[noise].meaning}>
      <NoiseSwatch noise={noise} className="size-2!" />
      {NOISE[noise].word}
    </span>
  );
}
