"use client";

import { Check, Copy } from "lucide-react";
import { Button } from "../ui/button";
import { useCopy } from "../ui/use-copy";

/** Takes the note away as a prompt for the next agent. */
export function CopyPrompt({ prompt, size = "md" }: { prompt: string; size?: "sm" | "md" }) {
  const { state, copy } = useCopy();
  const word = state === "copied" ? "Copied" : state === "failed" ? "Copy it from the Markdown" : "Copy as prompt";
  return (
    <>
      <Button
        size={size}
        variant="primary"
        icon={state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        onClick={() => void copy(prompt)}
      >
        {word}
      </Button>
      <span role="status" className="sr-only">
        {state === "idle" ? "" : word}
      </span>
    </>
  );
}
