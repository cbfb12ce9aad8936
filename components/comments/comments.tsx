"use client";

import { useInfiniteQuery, useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { CommentSubject } from "@/server/core/comments/views";
import { useTRPC } from "../api/trpc";
import { toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { ErrorState, Skeleton } from "../ui/states";
import { CommentForm } from "./comment-form";
import { CommentItem } from "./comment-item";

type CommentsProps = { base: Base; subject: { kind: CommentSubject; number: number } };

/** What people said about a record, and a place to say more. */
export function Comments({ base, subject }: CommentsProps) {
  const trpc = useTRPC();
  const queries = useQueryClient();
  const options = trpc.comments.list.infiniteQueryOptions(
    { ...base, ...subject },
    { getNextPageParam: (page) => page.nextCursor },
  );
  const pages = useInfiniteQuery({ ...options, refetchOnMount: "always" });
  const reread = () => queries.invalidateQueries({ queryKey: options.queryKey });
  const add = useMutation(trpc.comments.add.mutationOptions({ onSuccess: reread }));
  // A new key empties the form once a comment is in.
  const [sent, setSent] = useState(0);
  const latest = pages.data?.pages.at(-1);
  const rows = pages.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <section aria-label="Comments" className="grid gap-3 border-t border-line px-3.5 py-3.5 md:px-4">
      <h3>
        Comments {latest && latest.count > 0 ? <span className="font-normal text-ink-3">{latest.count}</span> : null}
      </h3>
      {pages.isPending ? <Skeleton lines={3} label="Loading comments" /> : null}
      {pages.isError ? (
        <ErrorState onRetry={() => void pages.refetch()}>The comments could not be read.</ErrorState>
      ) : null}
      {latest && rows.length === 0 ? <p className="text-ink-3">Nobody commented yet.</p> : null}
      {latest && rows.length > 0 ? (
        <ol className="grid gap-3">
          {rows.map((comment) => (
            <CommentItem
              key={comment.id}
              base={base}
              comment={comment}
              asOf={latest.asOf}
              timeZone={latest.timeZone}
              mayChange={latest.mayComment && comment.isYours}
              onChanged={reread}
            />
          ))}
        </ol>
      ) : null}
      {pages.hasNextPage ? (
        <Button
          size="sm"
          className="justify-self-start"
          loading={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          Show later comments
        </Button>
      ) : null}
      {latest?.mayComment ? (
        <CommentForm
          key={sent}
          label="Add a comment"
          verb="Comment"
          initial=""
          isPending={add.isPending}
          error={add.error ? toShownFault(add.error).message : undefined}
          onSend={(body) =>
            add.mutate({ ...base, ...subject, body }, { onSuccess: () => setSent((count) => count + 1) })
          }
        />
      ) : null}
    </section>
  );
}
