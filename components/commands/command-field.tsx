"use client";

import { ChevronRight, Play } from "lucide-react";
import type { KeyboardEvent } from "react";
import { IconButton } from "../ui/button";
import { settleEarly } from "../ui/early-input";

type CommandFieldProps = {
  value: string;
  listId: string;
  /** Id of the option that the arrow keys chose. */
  activeId: string | undefined;
  isOpen: boolean;
  isRunning: boolean;
  onChange: (value: string) => void;
  onKeyDown: (event: KeyboardEvent<HTMLInputElement>) => void;
  onRun: () => void;
};

/** Where a command is written. The focus stays in it; the list below belongs to it. */
export function CommandField(props: CommandFieldProps) {
  const { value, listId, activeId, isOpen, isRunning, onChange, onKeyDown, onRun } = props;
  return (
    <>
      <ChevronRight className="text-ink-3" aria-hidden />
      <input
        ref={settleEarly}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={listId}
        aria-autocomplete="list"
        aria-activedescendant={activeId}
        aria-label="Command"
        placeholder="status, search …, budget 200k"
        maxLength={10_000}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        enterKeyHint="go"
        value={value}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={onKeyDown}
        className="min-w-0 flex-1 bg-transparent text-lg outline-none"
      />
      <IconButton label="Run" icon={<Play aria-hidden />} loading={isRunning} onClick={onRun} />
    </>
  );
}
