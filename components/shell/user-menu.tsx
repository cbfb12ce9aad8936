"use client";

import { CircleUser, Keyboard, LogOut } from "lucide-react";
import { Menu, type MenuGroup } from "../ui/menu";
import { Avatar } from "../ui/monogram";
import { useSingleKeys } from "./shortcuts/single-keys";
import { SIDE_ITEM } from "./side-item";
import { signOut } from "./sign-out";

export type ShellUser = { name: string; email: string };

/** The person's own pages and the way out; the same on a phone. */
export function userGroup(user: ShellUser): MenuGroup {
  return {
    key: "user",
    heading: user.email,
    items: [
      { key: "account", label: "Your account", icon: <CircleUser aria-hidden />, href: "/account" },
      { key: "out", label: "Sign out", icon: <LogOut aria-hidden />, onSelect: () => void signOut() },
    ],
  };
}

/** Who is signed in, the keyboard, and the way out. */
export function UserMenu({ user, onShortcuts }: { user: ShellUser; onShortcuts: () => void }) {
  const { areOff, turnOff } = useSingleKeys();
  return (
    <Menu
      side="top"
      trigger={
        <button type="button" className={SIDE_ITEM} title={user.email}>
          <span className="-ml-0.5 max-lg:ml-0">
            <Avatar name={user.name} />
          </span>
          <span className="truncate max-lg:sr-only">{user.name}</span>
        </button>
      }
      groups={[
        {
          key: "keyboard",
          heading: "Keyboard",
          items: [
            {
              key: "sheet",
              label: "Shortcuts",
              icon: <Keyboard aria-hidden />,
              hint: "?",
              // The menu gives the focus back as it closes; the sheet takes it after that.
              onSelect: () => setTimeout(onShortcuts, 0),
            },
            { key: "single", label: "Single-key shortcuts", checked: !areOff, onSelect: () => turnOff(!areOff) },
          ],
        },
        userGroup(user),
      ]}
    />
  );
}
