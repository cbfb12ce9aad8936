"use client";

import { ROLES, type Role } from "@/server/core/access/rights";
import { mayGiveRole } from "@/server/core/teams/member-rules";
import { Select } from "../ui/select";

type RoleSelectProps = {
  name: string;
  role: Role;
  /** The role of who changes it: what they may not give is not offered. */
  by: Role;
  onChange: (role: Role) => void;
};

/** The role of a member, changed at once. */
export function RoleSelect({ name, role, by, onChange }: RoleSelectProps) {
  const options = ROLES.filter((known) => known === role || mayGiveRole(by, known));
  return (
    <Select
      label={`Role of ${name}`}
      hideLabel
      className="w-[116px]"
      value={role}
      options={options.map((value) => ({ value, label: value }))}
      onChange={(event) => {
        const chosen = options.find((known) => known === event.currentTarget.value);
        if (chosen && chosen !== role) onChange(chosen);
      }}
    />
  );
}
