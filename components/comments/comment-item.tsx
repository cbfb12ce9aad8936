"use client";

import { useMutation } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import type { CommentView } from "@/server/core/comments/views";
import { useTRPC } from "../api/trpc";
import { evenHeadings } from "../memory/even-headings";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { IconButton } from "../ui/button";
import { Markdown } from "../ui/markdown";
import { Avatar } from "../ui/monogram";
import { Notice } from "../ui/notice";
import { RelativeTime } from "../ui/relative-time";
import { useToast } from "../ui/toast";
import { CommentForm } from "./comment-form";

type CommentItemProps = {
  base: Base;
  comment: CommentView;
  asOf: string;
  timeZone: string;
  mayChange: boolean;
  onChanged: () => unknown;
};

/** One comment; its author edits it in place and can take it away and bring it back. */
export function CommentItem({ base, comment, asOf, timeZone, mayChange, onChanged }: CommentItemProps) {
  const trpc = useTRPC();
  const toast = useToast();
  const [isEditing, setEditing] = useState(false);
  const edit = useMutation(
    trpc.comments.edit.mutationOptions({
      onSuccess: () => {
        setEditing(false);
        onChanged();
      },
    }),
  );
  const remove = useMutation(trpc.comments.remove.mutationOptions({ onSuccess: () => void onChanged() }));
  const takeAway = () =>
    remove.mutate(
      { ...base, id: comment.id },
      {
        onSuccess: () =>
          toast({
            message: "Your comment is deleted.",
            undo: () => remove.mutate({ ...base, id: comment.id, restore: true }),
          }),
      },
    );
  return (
    <li className="grid gap-1">
      <div className="flex min-h-[26px] items-center gap-2 text-xs text-ink-3">
        <Avatar name={comment.author} />
        <span className="font-medium text-ink">{comment.author}</span>
        <RelativeTime iso={comment.createdAt} nowIso={asOf} timeZone={timeZone} />
        {comment.editedAt === null ? null : <span>edited</span>}
        {mayChange && !isEditing ? (
          <span className="ml-auto flex gap-0.5">
            <IconButton size="sm" label="Edit comment" icon={<Pencil aria-hidden />} onClick={() => setEditing(true)} />
            <IconButton
              size="sm"
              label="Delete comment"
              icon={<Trash2 aria-hidden />}
              loading={remove.isPending}
              onClick={takeAway}
            />
          </span>
        ) : null}
      </div>
      {remove.error ? (
        <Notice tone="danger" live="alert">
          {toShownFault(remove.error).message}
        </Notice>
      ) : null}
      {isEditing ? (
        <CommentForm
          label="Your comment"
          verb="Save"
          initial={comment.body}
          isPending={edit.isPending}
          error={edit.error ? toShownFault(edit.error).message : undefined}
          onSend={(body) => edit.mutate({ ...base, id: comment.id, body })}
          onCancel={() => setEditing(false)}
        />
      ) : (
        <Markdown text={evenHeadings(comment.body)} className="pl-7" />
      )}
    </li>
  );
}
