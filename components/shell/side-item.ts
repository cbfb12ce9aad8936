/** A line of the sidebar; on the rail only its icon is left. */
export const SIDE_ITEM =
  "relative flex h-[30px] w-full items-center gap-[9px] rounded-sm px-2 text-left text-ink-2 hover:bg-ink/6 hover:text-ink " +
  "max-lg:h-9 max-lg:justify-center max-lg:px-0 pointer-coarse:h-11 " +
  "aria-[current=page]:bg-surface aria-[current=page]:font-medium aria-[current=page]:text-ink aria-[current=page]:shadow-[inset_0_0_0_1px_var(--color-line)] " +
  "aria-[current=page]:before:absolute aria-[current=page]:before:inset-y-1.5 aria-[current=page]:before:-left-2 aria-[current=page]:before:w-[3px] aria-[current=page]:before:bg-accent";
