"use client";

import { Bold, Code, List, ListChecks, Plus } from "lucide-react";
import type { ReactNode, RefObject } from "react";
import { Button, IconButton } from "../../ui/button";
import { Menu } from "../../ui/menu";
import { prefixLines, typeInto, wrapSelection } from "./edit-text";

/** A section that the text does not have yet, and what it begins with at the text's end. */
export type OfferedSection = { key: string; label: string; start: (before: string) => string };

type EditorToolbarProps = {
  field: RefObject<HTMLTextAreaElement | null>;
  missing: readonly OfferedSection[];
  aside?: ReactNode;
};

/** Marks for what is selected, and the sections that the note does not have yet. */
export function EditorToolbar({ field, missing, aside }: EditorToolbarProps) {
  const withField = (change: (area: HTMLTextAreaElement) => void) => () => {
    if (field.current) change(field.current);
  };
  return (
    <div
      role="toolbar"
      aria-label="Formatting"
      className="flex min-h-10 flex-wrap items-center gap-0.5 border-b border-line bg-sunken px-2 py-1"
    >
      <IconButton
        size="sm"
        label="Bold"
        icon={<Bold aria-hidden />}
        onClick={withField((area) => wrapSelection(area, "**"))}
      />
      <IconButton
        size="sm"
        label="Code"
        icon={<Code aria-hidden />}
        onClick={withField((area) => wrapSelection(area, "`"))}
      />
      <IconButton
        size="sm"
        label="List"
        icon={<List aria-hidden />}
        onClick={withField((area) => prefixLines(area, "- "))}
      />
      <IconButton
        size="sm"
        label="Task list"
        icon={<ListChecks aria-hidden />}
        onClick={withField((area) => prefixLines(area, "- [ ] "))}
      />
      {missing.length === 0 ? (
        <span className="px-2 text-xs text-ink-3">Every section is there</span>
      ) : (
        <Menu
          trigger={
            <Button size="sm" variant="ghost" icon={<Plus aria-hidden />}>
              Add section
            </Button>
          }
          groups={[
            {
              key: "sections",
              heading: "Not written yet",
              items: missing.map(({ key, label, start }) => ({
                key,
                label,
                onSelect: withField((area) => {
                  const end = area.value.length;
                  // The menu gives the focus back to its button first.
                  setTimeout(() => typeInto(area, { from: end, to: end }, start(area.value)));
                }),
              })),
            },
          ]}
        />
      )}
      <span className="ml-auto pr-1">{aside}</span>
    </div>
  );
}
