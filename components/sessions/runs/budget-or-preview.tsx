"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { usePreviewOpen } from "./use-preview-open";

const PrunePreview = dynamic(() => import("./prune-preview").then((part) => part.PrunePreview));

type BudgetOrPreviewProps = { budget: ReactNode; windowTokens: number | null };

/** The window as it is, or what a run would make of it. */
export function BudgetOrPreview({ budget, windowTokens }: BudgetOrPreviewProps) {
  const [isOpen, open] = usePreviewOpen();
  if (!isOpen) return budget;
  return <PrunePreview windowTokens={windowTokens} onClose={() => open(false)} />;
}
