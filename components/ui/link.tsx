import clsx from "clsx";
import NextLink from "next/link";
import type { ComponentProps, ReactNode } from "react";

type LinkProps = Omit<ComponentProps<"a">, "href"> & {
  href: string;
  children: ReactNode;
  /** `text` is blue and underlined; `plain` takes the look of what is around it. */
  look?: "text" | "plain";
  prefetch?: boolean;
};

/** A link. Leads elsewhere with a full URL, which then gets `rel=noopener noreferrer`. */
export function Link({ href, look = "text", className, prefetch, children, ...rest }: LinkProps) {
  const classes = clsx(look === "text" && "link", className);
  if (/^(https?:)?\/\//.test(href)) {
    return (
      <a href={href} rel="noopener noreferrer" className={classes} {...rest}>
        {children}
      </a>
    );
  }
  return (
    <NextLink href={href} prefetch={prefetch} className={classes} {...rest}>
      {children}
    </NextLink>
  );
}
