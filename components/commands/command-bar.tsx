"use client";

import { X } from "lucide-react";
import { Dialog as Radix } from "radix-ui";
import { useId, useRef } from "react";
import type { Place } from "../palette/place";
import type { Base } from "../telemetry/links";
import { Kbd } from "../ui/chip";
import { ErrorState, Skeleton } from "../ui/states";
import { CommandAnswer } from "./command-answer";
import { CommandField } from "./command-field";
import { CommandOptions, optionId } from "./command-options";
import { readLastSession } from "./history";
import { useBar } from "./use-bar";
import { useCommand } from "./use-command";

type CommandBarProps = { base: Base; place: Place; onClose: () => void };

/** The smart commands of agents and the command line, by hand: written, completed, run, and their answer read. */
export function CommandBar({ base, place, onClose }: CommandBarProps) {
  const listId = useId();
  const moved = useRef(false);
  const session = place.session ?? readLastSession(base.team, base.project);
  const command = useCommand(base, session);
  const bar = useBar(command.run);
  const leave = () => {
    moved.current = true;
    onClose();
  };
  return (
    <Radix.Root open onOpenChange={(open) => open || onClose()}>
      <Radix.Portal>
        <Radix.Overlay className="open-fade fixed inset-0 z-40 bg-scrim" />
        <Radix.Content
          aria-describedby={undefined}
          onCloseAutoFocus={(event) => {
            if (!moved.current) return;
            // The page changes under the focus, so it begins at the content of the new one.
            event.preventDefault();
            document.getElementById("main")?.focus();
          }}
          className="open-rise fixed z-41 flex flex-col overflow-clip bg-raised shadow-overlay max-md:inset-x-0 max-md:top-0 max-md:h-[100dvh] md:top-[9vh] md:left-1/2 md:max-h-[min(680px,84dvh)] md:w-[min(720px,calc(100vw-40px))] md:-translate-x-1/2 md:rounded-lg"
        >
          <Radix.Title className="sr-only">Run a command</Radix.Title>
          <div className="flex h-[50px] shrink-0 items-center gap-2.5 border-b border-line px-3.5 focus-within:shadow-[inset_0_-2px_0_var(--color-focus)]">
            <CommandField
              value={bar.phrase}
              listId={listId}
              activeId={bar.active >= 0 ? optionId(listId, bar.active) : undefined}
              isOpen={bar.options.length > 0}
              isRunning={command.isRunning}
              onChange={bar.write}
              onKeyDown={bar.onKeyDown}
              onRun={() => bar.send(bar.phrase)}
            />
            <Radix.Close className="grid min-h-6 place-items-center max-md:-mr-2 max-md:size-11 pointer-coarse:min-h-11">
              <span className="max-md:hidden">
                <Kbd>Esc</Kbd>
              </span>
              {/* A phone has no Escape. */}
              <X className="text-ink-2 md:hidden" aria-hidden />
              <span className="sr-only">closes</span>
            </Radix.Close>
          </div>
          {bar.usage === null ? null : (
            <p className="border-b border-line px-4 py-2 text-xs text-ink-2">
              <code>{bar.usage}</code>
              <span className="ml-2">{bar.summary}</span>
            </p>
          )}
          <CommandOptions
            id={listId}
            options={bar.options}
            active={bar.active}
            isAboveAnswer={command.answer !== undefined}
            onChoose={bar.choose}
          />
          <Outcome base={base} command={command} phrase={bar.phrase} onLeave={leave} />
          <Footer session={session} isOpenHere={place.session !== null} />
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  );
}

type OutcomeProps = { base: Base; command: ReturnType<typeof useCommand>; phrase: string; onLeave: () => void };

/** What the last command came to: on its way, refused, or answered. */
function Outcome({ base, command, phrase, onLeave }: OutcomeProps) {
  const { answer, error, isRunning, run } = command;
  if (isRunning) {
    return (
      <div className="p-4">
        <Skeleton lines={4} label="Running the command" />
      </div>
    );
  }
  if (error) {
    // What the server says of a phrase will not change by saying it again.
    const isOurs = error.data === undefined || error.data === null || error.data.httpStatus >= 500;
    return (
      <ErrorState className="m-3.5" {...(isOurs ? { onRetry: () => run(phrase.trim()) } : {})}>
        {isOurs ? "The server did not answer this command." : error.message}
      </ErrorState>
    );
  }
  if (!answer) return null;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: an answer that scrolls must be reachable by keyboard.
    <div className="clip-focus min-h-24 flex-1 overflow-y-auto p-4" tabIndex={0}>
      <p role="status" className="sr-only">
        context {answer.command} answered
      </p>
      <CommandAnswer base={base} answer={answer} onLeave={onLeave} />
    </div>
  );
}

function Footer({ session, isOpenHere }: { session: number | null; isOpenHere: boolean }) {
  const which = isOpenHere ? "the open session" : "the last one used here";
  return (
    <div className="mt-auto flex min-h-11 shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 border-t border-line bg-sunken px-3.5 py-2 text-xs text-ink-2">
      <span className="min-w-0 flex-1">
        {session === null ? "On your last session" : `On S-${session}, ${which}`}. For another, end with{" "}
        <code>on S-…</code>
      </span>
      <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>Tab</Kbd> complete
      </span>
      <span className="flex items-center gap-1 whitespace-nowrap max-md:hidden">
        <Kbd>Enter</Kbd> run
      </span>
    </div>
  );
}
