/** The mark: three windows, the middle one with its noise taken out. */
export function LogoMark({ size = 20 }: { size?: number }) {
  return (
    <svg viewBox="0 0 20 20" width={size} height={size} aria-hidden="true" className="data-fill shrink-0">
      <rect x="1" y="2" width="18" height="4" fill="var(--color-rules)" />
      <rect x="1" y="8" width="12" height="4" fill="var(--color-talk)" />
      <rect x="14.5" y="8.5" width="4" height="3" fill="none" stroke="var(--color-noise)" />
      <rect x="1" y="14" width="7" height="4" fill="var(--color-results)" />
    </svg>
  );
}
