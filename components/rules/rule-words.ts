import type { RuleKind, RuleStatus } from "@/server/core/rules/statuses";
import type { RuleSort } from "@/server/core/rules/views";
import type { Room } from "../memory/links";

/** What the rooms of constraints and preferences call their things. */
interface KindWords {
  readonly room: Extract<Room, "rules/constraints" | "rules/preferences">;
  readonly title: string;
  readonly one: string;
  readonly many: string;
  readonly newLabel: string;
  readonly empty: string;
}

export const KIND_WORDS: Readonly<Record<RuleKind, KindWords>> = {
  constraint: {
    room: "rules/constraints",
    title: "Constraints",
    one: "constraint",
    many: "constraints",
    newLabel: "New constraint",
    empty:
      "No constraints yet. A constraint guards all work, or some files: “never edit files under dist”. Record one, upload a CONSTRAINTS.md, or say it in a session.",
  },
  preference: {
    room: "rules/preferences",
    title: "Preferences",
    one: "preference",
    many: "preferences",
    newLabel: "New preference",
    empty:
      "No preferences yet. What somebody says they want (“from now on”, “always use”, “I prefer”) is proposed here when a session is analysed.",
  },
};

export const RULE_STATUS_WORDS: Readonly<Record<RuleStatus, string>> = {
  active: "Active",
  proposed: "Proposed",
  retired: "Retired",
};

export const RULE_SORT_WORDS: Readonly<Record<RuleSort, string>> = {
  newest: "Newest number",
  oldest: "Oldest number",
  changed: "Last change",
};
