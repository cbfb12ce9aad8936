"use client";

import { LogOut } from "lucide-react";
import { Menu } from "../ui/menu";
import { Avatar } from "../ui/monogram";
import { SIDE_ITEM } from "./side-item";
import { signOut } from "./sign-out";

export type ShellUser = { name: string; email: string };

/** Who is signed in, and the way out. */
export function UserMenu({ user }: { user: ShellUser }) {
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
          key: "user",
          heading: user.email,
          items: [{ key: "out", label: "Sign out", icon: <LogOut aria-hidden />, onSelect: () => void signOut() }],
        },
      ]}
    />
  );
}
