"use client";

import { Scissors } from "lucide-react";
import { Button } from "../../ui/button";
import { usePreviewOpen } from "./use-preview-open";

/** Opens the preview of a prune run in place of the window's budget. */
export function PreviewButton({ className }: { className?: string }) {
  const [isOpen, open] = usePreviewOpen();
  return (
    <Button
      icon={<Scissors aria-hidden />}
      aria-pressed={isOpen}
      className={className}
      onClick={() => {
        open(!isOpen);
        window.scrollTo({ top: 0 });
      }}
    >
      Preview prune
    </Button>
  );
}
