import clsx from "clsx";
import { RotateCw } from "lucide-react";
import type { ReactNode } from "react";
import { Button } from "./button";

type EmptyStateProps = { children: ReactNode; action?: ReactNode; className?: string };

/** Nothing here: one sentence, and the next step. */
export function EmptyState({ children, action, className }: EmptyStateProps) {
  return (
    <div className={clsx("grid justify-items-start gap-3 p-4 text-ink-2 max-md:px-3.5", className)}>
      <p className="max-w-[60ch] text-pretty">{children}</p>
      {action}
    </div>
  );
}

type ErrorStateProps = {
  /** What could not be done, and to what. */
  children: ReactNode;
  /** A handler (client pages) or a link that tries again. */
  onRetry?: () => void;
  retryHref?: string;
  /** A reference that an owner can find in the log. */
  reference?: string;
  className?: string;
};

/** It did not work: one sentence, and a way to try again. */
export function ErrorState({ children, onRetry, retryHref, reference, className }: ErrorStateProps) {
  const canRetry = onRetry !== undefined || retryHref !== undefined;
  return (
    <div
      role="alert"
      className={clsx("grid justify-items-start gap-3 border-l-3 border-danger bg-danger-soft p-4", className)}
    >
      <p className="max-w-[60ch] text-pretty">{children}</p>
      {reference ? (
        <p className="text-xs text-ink-2">
          Reference <code>{reference}</code>
        </p>
      ) : null}
      {canRetry ? (
        <Button icon={<RotateCw aria-hidden />} onClick={onRetry} href={retryHref}>
          Retry
        </Button>
      ) : null}
    </div>
  );
}

type SkeletonProps = { lines?: number; className?: string; label?: string };

/** Grey lines of the height of what will come. */
export function Skeleton({ lines = 1, className, label = "Loading" }: SkeletonProps) {
  return (
    <div role="status" aria-label={label} className="grid gap-2.5">
      {Array.from({ length: lines }, (_, index) => `line-${index}`).map((key, index) => (
        <span
          key={key}
          className={clsx("skeleton", className ?? "h-2.5")}
          style={lines > 1 && index === lines - 1 ? { width: "62%" } : undefined}
        />
      ))}
    </div>
  );
}
