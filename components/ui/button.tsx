"use client";

import clsx from "clsx";
import { LoaderCircle } from "lucide-react";
import NextLink from "next/link";
import type { ComponentProps, MouseEvent, ReactNode } from "react";

type Look = {
  variant?: "primary" | "secondary" | "ghost" | "danger";
  size?: "md" | "sm" | "lg";
  /** Shown before the words; a lucide icon. */
  icon?: ReactNode;
  /** Shows progress in the button and refuses presses; the width stays. */
  loading?: boolean;
  /** Disables the button and says why, on hover and to screen readers. */
  disabledReason?: string | null;
  /** Makes it a link that looks like a button. */
  href?: string;
  /** The link gives up what is not saved, as its words say; nobody asks again (use-leave-warning.ts). */
  discards?: boolean;
  /** Leaves only the icon at phone width; the words stay its spoken name. */
  collapse?: boolean;
};

export type ButtonProps = Look & Omit<ComponentProps<"button">, "disabled">;

const VARIANTS = {
  primary: "border-transparent bg-accent text-on-accent hover:bg-accent-hover",
  secondary: "border-line-strong bg-surface text-ink hover:border-control hover:bg-hover active:bg-sunken",
  ghost: "border-transparent text-ink-2 hover:bg-hover hover:text-ink",
  danger: "border-line-strong bg-surface text-danger hover:border-danger hover:bg-danger-soft",
};

const SIZES = {
  md: "h-control px-[11px]",
  sm: "h-[26px] px-2 text-xs pointer-coarse:h-9",
  lg: "h-[38px] px-4 pointer-coarse:h-11",
};

function classesOf({ variant = "secondary", size = "md", className }: Look & { className?: string }) {
  return clsx(
    "inline-flex shrink-0 select-none items-center justify-center gap-1.5 rounded-md border font-medium whitespace-nowrap transition-colors",
    "aria-disabled:opacity-50",
    VARIANTS[variant],
    SIZES[size],
    className,
  );
}

/** A disabled button keeps its focus and its reason, so it is `aria-disabled` and swallows the press. */
export function Button({
  variant,
  size,
  icon,
  loading = false,
  disabledReason,
  href,
  discards = false,
  collapse = false,
  className,
  children,
  onClick,
  type = "button",
  title,
  ...rest
}: ButtonProps) {
  const classes = classesOf({ variant, size, className: clsx(collapse && "max-md:w-control max-md:px-0", className) });
  const inert = loading || Boolean(disabledReason);
  const content = (
    <>
      {loading ? <LoaderCircle className="spin" aria-hidden /> : icon}
      {collapse ? <span className="inline-flex items-center gap-1.5 max-md:sr-only">{children}</span> : children}
    </>
  );
  if (href !== undefined && !inert) {
    return (
      <NextLink
        href={href}
        className={classes}
        title={title}
        aria-label={rest["aria-label"]}
        data-discards={discards || undefined}
      >
        {content}
      </NextLink>
    );
  }
  const press = (event: MouseEvent<HTMLButtonElement>) => {
    if (inert) event.preventDefault();
    else onClick?.(event);
  };
  return (
    <button
      {...rest}
      type={type}
      className={classes}
      title={disabledReason ?? title}
      aria-disabled={inert || undefined}
      aria-busy={loading || undefined}
      onClick={press}
    >
      {content}
      {disabledReason ? <span className="sr-only">{`. ${disabledReason}`}</span> : null}
    </button>
  );
}

type IconButtonProps = Omit<ButtonProps, "children" | "aria-label" | "icon"> & {
  /** What it does; the spoken name and the title. */
  label: string;
  icon: ReactNode;
};

/** A square button whose picture has a spoken name. */
export function IconButton({ label, icon, className, variant = "ghost", size = "md", ...rest }: IconButtonProps) {
  const square = { md: "w-control px-0!", sm: "w-[26px] px-0! pointer-coarse:w-9", lg: "w-[38px] px-0!" }[size];
  return (
    <Button
      {...rest}
      variant={variant}
      size={size}
      aria-label={label}
      title={label}
      className={clsx(square, className)}
    >
      {icon}
    </Button>
  );
}
