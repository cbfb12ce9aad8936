import clsx from "clsx";
import type { ReactNode } from "react";

const TONES = {
  neutral: "border-control bg-sunken",
  info: "border-info bg-info-soft",
  warn: "border-warn-edge bg-warn-soft",
  danger: "border-danger bg-danger-soft",
  success: "border-accent bg-ok-soft",
};

type NoticeProps = {
  tone?: keyof typeof TONES;
  children: ReactNode;
  /** A button or a link at the end. */
  action?: ReactNode;
  /** Announce it when it appears: `alert` at once, `status` when there is a pause. */
  live?: "alert" | "status";
  className?: string;
  id?: string;
};

/** A full-width sentence that a reader must see before the rest. */
export function Notice({ tone = "neutral", children, action, live, className, id }: NoticeProps) {
  return (
    <div
      id={id}
      role={live}
      className={clsx("flex flex-wrap items-start gap-x-2.5 gap-y-2 border-l-3 px-3.5 py-2.5", TONES[tone], className)}
    >
      <div className="min-w-0 flex-1 text-pretty">{children}</div>
      {action ? <div className="ml-auto flex items-center gap-2 self-center">{action}</div> : null}
    </div>
  );
}
