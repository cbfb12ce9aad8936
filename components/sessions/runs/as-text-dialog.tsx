"use client";

import { useQuery } from "@tanstack/react-query";
import { FileText } from "lucide-react";
import { useState } from "react";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { Button } from "../../ui/button";
import { CodeBlock } from "../../ui/code-block";
import { Dialog } from "../../ui/dialog";
import { formatExact, formatTokens } from "../../ui/format";
import { Select } from "../../ui/select";
import { ErrorState, Skeleton } from "../../ui/states";
import { useSessionScope } from "../session-scope";

const MAIN = "main";
type Source = "planned" | "current";

/** A window as the model would get it, as text to read or to take along. */
export function AsTextDialog({ threads }: { threads: readonly { thread: string; agent: string }[] }) {
  const [isOpen, setOpen] = useState(false);
  const [thread, setThread] = useState<string | null>(null);
  const [source, setSource] = useState<Source>("planned");
  const chosen = thread ?? threads[0]?.thread ?? MAIN;
  return (
    <Dialog
      size="lg"
      open={isOpen}
      onOpenChange={setOpen}
      trigger={<Button icon={<FileText aria-hidden />}>As text</Button>}
      title="The window as text"
      description="Every event as the model gets it: in full, as its kept meaning, or as a marker."
    >
      <div className="flex flex-wrap gap-3">
        <Select
          label="State"
          className="min-w-[180px] flex-1"
          value={source}
          onChange={(event) => setSource(event.currentTarget.value === "current" ? "current" : "planned")}
          options={[
            { value: "planned", label: "after the run" },
            { value: "current", label: "as it is now" },
          ]}
        />
        {threads.length > 1 ? (
          <Select
            label="Window"
            className="min-w-[180px] flex-1"
            value={chosen}
            onChange={(event) => setThread(event.currentTarget.value)}
            options={threads.map(({ thread: value, agent }) => ({ value, label: agent }))}
          />
        ) : null}
      </div>
      {isOpen ? <Projection thread={chosen} source={source} /> : null}
    </Dialog>
  );
}

function Projection({ thread, source }: { thread: string; source: Source }) {
  const trpc = useTRPC();
  const { place } = useSessionScope();
  const { data, error, refetch } = useQuery(
    trpc.context.project.queryOptions({ ...place, thread, format: "markdown", residencies: source }),
  );
  if (error) return <ErrorState onRetry={() => void refetch()}>{toShownFault(error).message}</ErrorState>;
  if (!data) return <Skeleton lines={8} label="Writing the window as text" />;
  const text = data.projection.format === "markdown" ? data.projection.markdown : "";
  return (
    <div className="grid min-w-0 gap-2">
      <p className="text-xs text-ink-3">
        About {formatTokens(data.tokens)} tokens.
        {data.omittedEvents > 0 ? ` ${formatExact(data.omittedEvents)} older events are left out.` : ""}
        {data.residencies === "full" && source === "planned" ? " No plan could be made, so everything is in full." : ""}
      </p>
      {text === "" ? (
        <p className="text-ink-2">An empty window.</p>
      ) : (
        <CodeBlock code={text} label="the window as text" copy maxHeight={480} />
      )}
    </div>
  );
}
