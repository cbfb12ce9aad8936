"use client";

import { useMutation } from "@tanstack/react-query";
import { Play } from "lucide-react";
import { useState } from "react";
import type { CheckpointView, ResumedCheckpointView } from "@/server/core/checkpoints/views";
import { useTRPC } from "../../api/trpc";
import { toShownFault } from "../../setup/fault";
import { plural } from "../../telemetry/words";
import { Button } from "../../ui/button";
import { CodeBlock } from "../../ui/code-block";
import { CopyField } from "../../ui/copy-field";
import { Dialog } from "../../ui/dialog";
import { formatExact } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { useSessionScope } from "../session-scope";
import { SessionTime } from "../session-time";
import { useRefresh } from "../use-refresh";

/** How a fresh session goes on from a saved state: by command, or by its text. Taking the text notes who did. */
export function ResumeDialog({ checkpoint }: { checkpoint: CheckpointView }) {
  const trpc = useTRPC();
  const { place, denied } = useSessionScope();
  const refresh = useRefresh();
  const [isOpen, setOpen] = useState(false);
  const take = useMutation(trpc.checkpoints.resume.mutationOptions({ onSuccess: () => void refresh() }));
  const { name, resumed, isOutdated } = checkpoint;
  return (
    <Dialog
      size="lg"
      open={isOpen}
      onOpenChange={(open) => {
        setOpen(open);
        if (!open) take.reset();
      }}
      trigger={
        <Button variant="primary" icon={<Play aria-hidden />} disabledReason={denied}>
          Resume
        </Button>
      }
      title={`Resume from ${name}`}
      description="A fresh session goes on where this one stood. Who resumes is noted, so that nobody does the work twice."
    >
      <section className="grid gap-1.5" aria-labelledby="resume-command">
        <h3 id="resume-command">In a terminal of the project</h3>
        <CopyField command value={`steward resume ${name}`} label="Copy the command" />
      </section>
      {take.data ? (
        <Taken resumed={take.data} />
      ) : (
        <section className="grid justify-items-start gap-2" aria-labelledby="resume-text">
          <h3 id="resume-text">Or paste its text as the first message</h3>
          {resumed ? (
            <Notice tone="warn" className="w-full">
              {resumed.by} resumed from it before, <SessionTime iso={resumed.at} />. Two sessions may do the same work
              twice.
            </Notice>
          ) : null}
          {isOutdated ? (
            <Notice tone="info" className="w-full">
              The session went on after this was saved. A newer checkpoint knows more.
            </Notice>
          ) : null}
          {take.error ? (
            <Notice tone="danger" live="alert" className="w-full">
              {toShownFault(take.error).message}
            </Notice>
          ) : null}
          <Button loading={take.isPending} onClick={() => take.mutate({ ...place, checkpoint: checkpoint.number })}>
            Take the text
          </Button>
        </section>
      )}
    </Dialog>
  );
}

function Taken({ resumed }: { resumed: ResumedCheckpointView }) {
  const { text, tokens, refs, resumedBefore } = resumed;
  return (
    <section className="grid min-w-0 gap-2" aria-labelledby="resume-taken">
      <h3 id="resume-taken">What the fresh session starts from</h3>
      {resumedBefore ? (
        <Notice tone="warn">
          {resumedBefore.by} resumed from it before, <SessionTime iso={resumedBefore.at} />.
        </Notice>
      ) : null}
      <p role="status" className="text-xs text-ink-3">
        You are noted as the one who resumed. {formatExact(tokens)} tokens, estimated; {formatExact(refs.length)}{" "}
        {plural(refs.length, "result")} can be had back by reference.
      </p>
      <CodeBlock code={text} label="the text of the checkpoint" copy maxHeight={420} />
    </section>
  );
}
