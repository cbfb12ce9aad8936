"use client";

import { PROJECT_ROLES, type ProjectRole } from "@/server/core/teams/member-rules";
import { Select } from "../ui/select";

type ProjectRoleSelectProps = {
  /** Said to screen readers: "Role of Ada in billing-api". */
  label: string;
  teamRole: string;
  role: string | null;
  onChange: (role: ProjectRole | null) => void;
};

const TEAM = "";

/** The role in one project: the team's, or another one. Changed at once. */
export function ProjectRoleSelect({ label, teamRole, role, onChange }: ProjectRoleSelectProps) {
  const options = [
    { value: TEAM, label: `${teamRole}, as in the team` },
    ...PROJECT_ROLES.map((value) => ({ value, label: value })),
  ];
  return (
    <Select
      label={label}
      hideLabel
      className="w-[190px]"
      value={role ?? TEAM}
      options={options}
      onChange={(event) => onChange(PROJECT_ROLES.find((known) => known === event.currentTarget.value) ?? null)}
    />
  );
}
