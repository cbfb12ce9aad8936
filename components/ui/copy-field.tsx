"use client";

import { Check, Copy } from "lucide-react";
import { IconButton } from "./button";
import { useCopy } from "./use-copy";

type CopyButtonProps = { value: string; label?: string; size?: "sm" | "md" };

/** Copies a value; says so in its name and to screen readers. */
export function CopyButton({ value, label = "Copy", size = "sm" }: CopyButtonProps) {
  const { state, copy } = useCopy();
  const said = state === "copied" ? "Copied" : state === "failed" ? "Select the text and copy it yourself" : label;
  return (
    <>
      <IconButton
        size={size}
        label={said}
        icon={state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy(value)}
      />
      <span role="status" className="sr-only">
        {state === "idle" ? "" : said}
      </span>
    </>
  );
}

type CopyFieldProps = {
  value: string;
  /** The button's name: "Copy key", "Copy command". */
  label?: string;
  /** Shown in place of the value, such as a shortened key; the whole value is copied. */
  shown?: string;
  /** Draws a `$` that is not copied. */
  command?: boolean;
};

/** A value to take away: a key, a command, a link. */
export function CopyField({ value, label = "Copy", shown, command = false }: CopyFieldProps) {
  return (
    <div className="flex min-h-9 w-full max-w-[680px] items-center justify-between gap-2 rounded-md border border-line bg-sunken py-1 pr-1 pl-3">
      {/* The width grows from nothing: a long link scrolls inside the field and pushes no dialog apart. */}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a line that scrolls sideways must be reachable by keyboard. */}
      <code className="clip-focus no-scrollbar w-0 flex-1 overflow-x-auto text-sm! whitespace-nowrap" tabIndex={0}>
        {command ? (
          <span className="text-ink-3 select-none" aria-hidden>
            ${" "}
          </span>
        ) : null}
        {shown ?? value}
      </code>
      <CopyButton value={value} label={label} />
    </div>
  );
}
