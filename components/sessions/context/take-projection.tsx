"use client";

import { useMutation } from "@tanstack/react-query";
import { Check, Copy, Download } from "lucide-react";
import { useTRPCClient } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { Button } from "../../ui/button";
import { useCopy } from "../../ui/use-copy";
import { useSessionScope } from "../session-scope";

type TakeProjectionProps = {
  thread: string;
  format: "events" | "anthropic" | "openai" | "markdown";
  residencies: "current" | "planned";
};

/** The whole projection to take along: copied, or as a file. */
export function TakeProjection(props: TakeProjectionProps) {
  const api = useTRPCClient();
  const { place, number } = useSessionScope();
  const { state, copy } = useCopy();
  const read = async () => textOf((await api.context.project.query({ ...place, ...props })).projection);
  const copying = useMutation({ mutationFn: async () => copy(await read()) });
  const saving = useMutation({
    mutationFn: async () => save(await read(), `S-${number}-${props.thread}-${props.format}`, props.format),
  });
  const error = copying.error ?? saving.error;
  const copyWord = state === "copied" ? "Copied" : state === "failed" ? "The browser refused" : "Copy";
  return (
    <div className="flex flex-wrap items-center gap-2">
      <Button
        icon={state === "copied" ? <Check aria-hidden /> : <Copy aria-hidden />}
        loading={copying.isPending}
        onClick={() => copying.mutate()}
      >
        {copyWord}
      </Button>
      <Button icon={<Download aria-hidden />} loading={saving.isPending} onClick={() => saving.mutate()}>
        Download
      </Button>
      <span role="status" className="text-xs text-danger">
        {error ? toShownFault(error).message : ""}
      </span>
    </div>
  );
}

type Projection = Awaited<ReturnType<ReturnType<typeof useTRPCClient>["context"]["project"]["query"]>>["projection"];

/** As a program would send it: JSON, or the Markdown itself. */
function textOf(projection: Projection): string {
  if (projection.format === "markdown") return projection.markdown;
  return JSON.stringify(projection.format === "events" ? projection.events : projection.messages, null, 2);
}

function save(text: string, name: string, format: TakeProjectionProps["format"]): void {
  const isMarkdown = format === "markdown";
  const blob = new Blob([text], { type: isMarkdown ? "text/markdown" : "application/json" });
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = `${name.replaceAll(/[^\w.-]+/g, "-")}.${isMarkdown ? "md" : "json"}`;
  link.click();
  URL.revokeObjectURL(address);
}
