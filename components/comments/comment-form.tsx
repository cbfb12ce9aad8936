"use client";

import { type KeyboardEvent, useState } from "react";
import { Button } from "../ui/button";
import { TextArea } from "../ui/text-field";
import { useLeaveWarning } from "../ui/use-leave-warning";

type CommentFormProps = {
  label: string;
  /** What the button does: "Comment", "Save". */
  verb: string;
  initial: string;
  isPending: boolean;
  error?: string;
  onSend: (body: string) => void;
  onCancel?: () => void;
};

/** A few lines of Markdown; Ctrl or Command with Enter sends them. */
export function CommentForm({ label, verb, initial, isPending, error, onSend, onCancel }: CommentFormProps) {
  const [body, setBody] = useState(initial);
  const isEmpty = body.trim() === "";
  useLeaveWarning(body.trim() !== initial.trim() && !isPending);
  const send = () => {
    if (!isEmpty && !isPending) onSend(body);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) {
      event.preventDefault();
      send();
    }
    if (event.key === "Escape") onCancel?.();
  };
  return (
    <div className="grid gap-2">
      <TextArea
        label={label}
        name="comment"
        rows={3}
        maxLength={10_000}
        value={body}
        error={error}
        hint="Markdown. Ctrl Enter sends it."
        onKeyDown={onKeyDown}
        onChange={(event) => setBody(event.target.value)}
      />
      <div className="flex gap-2">
        <Button size="sm" loading={isPending} disabledReason={isEmpty ? "Write something first." : null} onClick={send}>
          {verb}
        </Button>
        {onCancel ? (
          <Button size="sm" variant="ghost" onClick={onCancel}>
            Cancel
          </Button>
        ) : null}
      </div>
    </div>
  );
}
