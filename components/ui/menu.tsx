"use client";

import clsx from "clsx";
import { Check } from "lucide-react";
import NextLink from "next/link";
import { DropdownMenu } from "radix-ui";
import { type ReactNode, useRef } from "react";

export type MenuItem = {
  key: string;
  label: ReactNode;
  /** A link, or a handler; one of the two. */
  href?: string;
  onSelect?: () => void;
  icon?: ReactNode;
  /** At the end of the line: a key, a count. */
  hint?: ReactNode;
  /** Draws a tick; the item is then one of a set. */
  checked?: boolean;
  danger?: boolean;
  disabledReason?: string;
};

export type MenuGroup = { key: string; heading?: string; items: readonly MenuItem[] };

type MenuProps = {
  /** The button that opens it. */
  trigger: ReactNode;
  groups: readonly MenuGroup[];
  align?: "start" | "end";
  side?: "top" | "bottom" | "right";
};

const ITEM =
  "flex min-h-8 cursor-default items-center gap-2.5 rounded-sm px-2.5 outline-none select-none pointer-coarse:min-h-11 " +
  "data-highlighted:bg-selected data-highlighted:shadow-[inset_3px_0_0_var(--color-accent)] data-disabled:opacity-50";

/** A menu of links and commands, in groups. Arrow keys and first letters move in it. */
export function Menu({ trigger, groups, align = "start", side = "bottom" }: MenuProps) {
  const triggerRef = useRef<HTMLButtonElement>(null);
  const wasLeft = useRef(false);
  /** The button has the focus again, but the page stays where the chosen command scrolled it. */
  const giveFocusBack = (event: Event) => {
    event.preventDefault();
    if (!wasLeft.current) triggerRef.current?.focus({ preventScroll: true });
    wasLeft.current = false;
  };
  return (
    <DropdownMenu.Root modal={false}>
      <DropdownMenu.Trigger asChild ref={triggerRef}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          align={align}
          side={side}
          sideOffset={6}
          collisionPadding={8}
          onCloseAutoFocus={giveFocusBack}
          onInteractOutside={() => {
            wasLeft.current = true;
          }}
          className="open-fade z-40 max-h-(--radix-dropdown-menu-content-available-height) min-w-[200px] overflow-y-auto rounded-lg bg-raised p-1.5 shadow-overlay"
        >
          {groups.map((group, index) => (
            <DropdownMenu.Group key={group.key}>
              {index > 0 ? <DropdownMenu.Separator className="my-1.5 h-px bg-line" /> : null}
              {group.heading ? (
                <DropdownMenu.Label className="px-2.5 pt-1 pb-0.5 text-xs text-ink-3">
                  {group.heading}
                </DropdownMenu.Label>
              ) : null}
              {group.items.map((item) => (
                <MenuEntry key={item.key} item={item} />
              ))}
            </DropdownMenu.Group>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

function MenuEntry({ item }: { item: MenuItem }) {
  const classes = clsx(ITEM, item.danger && "text-danger");
  const content = (
    <>
      {item.icon ? <span className="text-ink-3">{item.icon}</span> : null}
      <span className="min-w-0 flex-1 truncate">{item.label}</span>
      {item.hint ? <span className="text-xs text-ink-3">{item.hint}</span> : null}
      {item.checked === undefined ? null : <Check className={item.checked ? undefined : "invisible"} aria-hidden />}
    </>
  );
  const disabled = item.disabledReason !== undefined;
  if (item.href !== undefined && !disabled) {
    return (
      <DropdownMenu.Item asChild>
        <NextLink href={item.href} className={classes} aria-current={item.checked ? "true" : undefined}>
          {content}
        </NextLink>
      </DropdownMenu.Item>
    );
  }
  if (item.checked !== undefined) {
    return (
      <DropdownMenu.CheckboxItem
        className={classes}
        checked={item.checked}
        disabled={disabled}
        title={item.disabledReason}
        onSelect={item.onSelect}
      >
        {content}
      </DropdownMenu.CheckboxItem>
    );
  }
  return (
    <DropdownMenu.Item className={classes} disabled={disabled} title={item.disabledReason} onSelect={item.onSelect}>
      {content}
    </DropdownMenu.Item>
  );
}
