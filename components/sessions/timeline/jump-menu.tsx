"use client";

import { Flag } from "lucide-react";
import { Button } from "../../ui/button";
import { formatTime } from "../../ui/format";
import { Menu, type MenuGroup } from "../../ui/menu";
import { MarkIcon } from "./mark-line";
import { type Mark, markWord } from "./marks";

type JumpMenuProps = { marks: readonly Mark[]; timeZone: string; onJump: (mark: Mark) => void };

const GROUPS: readonly { key: string; heading: string; kinds: readonly Mark["kind"][] }[] = [
  { key: "stages", heading: "Stages", kinds: ["stage"] },
  { key: "boundaries", heading: "Tasks, waves and checks", kinds: ["boundary"] },
  { key: "epochs", heading: "Context begins anew", kinds: ["epoch"] },
  { key: "git", heading: "Repository", kinds: ["branch", "commit", "pull-request"] },
];
/** Of a group; more are found on the timeline itself. */
const SHOWN = 40;

/** Stages, boundaries, epochs and commits of the thread; choosing one goes there. */
export function JumpMenu({ marks, timeZone, onJump }: JumpMenuProps) {
  if (marks.length === 0) return null;
  const groups = GROUPS.flatMap(({ key, heading, kinds }): MenuGroup[] => {
    const own = marks.filter((mark) => kinds.includes(mark.kind));
    if (own.length === 0) return [];
    const cut = own.length > SHOWN ? `, the first ${SHOWN} of ${own.length}` : "";
    return [
      {
        key,
        heading: `${heading}${cut}`,
        items: own.slice(0, SHOWN).map((mark, index) => ({
          key: `${key}-${index}`,
          label: mark.told ? markWord(mark) : `${markWord(mark)} (inferred)`,
          icon: <MarkIcon kind={mark.kind} />,
          hint: formatTime(mark.atIso, timeZone),
          onSelect: () => onJump(mark),
        })),
      },
    ];
  });
  return (
    <Menu
      align="end"
      trigger={
        <Button variant="ghost" icon={<Flag aria-hidden />}>
          Jump to
        </Button>
      }
      groups={groups}
    />
  );
}
