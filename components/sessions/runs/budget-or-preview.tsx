"use client";

import type { ReactNode } from "react";
import { PrunePreview } from "./prune-preview";
import { usePreviewOpen } from "./use-preview-open";

type BudgetOrPreviewProps = { budget: ReactNode; windowTokens: number | null };

/** The window as it is, or what a run would make of it. */
export function BudgetOrPreview({ budget, windowTokens }: BudgetOrPreviewProps) {
  const [isOpen, open] = usePreviewOpen();
  if (!isOpen) return budget;
  return <PrunePreview windowTokens={windowTokens} onClose={() => open(false)} />;
}
