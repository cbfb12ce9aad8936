import clsx from "clsx";

export type Residency = "full" | "retained" | "reference";

const LOOK: Record<Residency, { title: string; colour: string }> = {
  full: { title: "The model sees it in full", colour: "text-full" },
  retained: { title: "The model sees its kept meaning", colour: "text-retained" },
  reference: { title: "The model sees only a marker", colour: "text-reference" },
};

type ResidencyGlyphProps = { residency: Residency; withWord?: boolean; className?: string };

/** Solid, half or dashed hollow: what the model sees of an event. */
export function ResidencyGlyph({ residency, withWord = false, className }: ResidencyGlyphProps) {
  const { title, colour } = LOOK[residency];
  return (
    <span className={clsx("inline-flex items-center gap-1.5 whitespace-nowrap", className)} title={title}>
      <svg viewBox="0 0 12 12" className={clsx("data-fill size-[11px] shrink-0", colour)} aria-hidden="true">
        {residency === "full" ? <rect x="1" y="1" width="10" height="10" fill="currentColor" /> : null}
        {residency === "retained" ? (
          <>
            <rect x="1.75" y="1.75" width="8.5" height="8.5" fill="none" stroke="currentColor" strokeWidth="1.5" />
            <rect x="1" y="6" width="10" height="5" fill="currentColor" />
          </>
        ) : null}
        {residency === "reference" ? (
          <rect x="1.5" y="1.5" width="9" height="9" fill="none" stroke="currentColor" strokeDasharray="2 1.6" />
        ) : null}
      </svg>
      <span className={withWord ? undefined : "sr-only"}>{residency}</span>
    </span>
  );
}
