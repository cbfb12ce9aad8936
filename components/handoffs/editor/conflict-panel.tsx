"use client";

import { useDeferredValue, useEffect, useRef, useState } from "react";
import { diffLines } from "@/server/core/text-diff/diff";
import { Button } from "../../ui/button";
import { formatDateTime } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { DiffCount, TextDiffView } from "../../ui/text-diff";

export type SavedText = {
  version: number;
  title: string;
  markdown: string;
  author: { kind: string; name: string };
  createdAt: string;
};

type ConflictPanelProps = {
  theirs: SavedText;
  /** The text that the person began from; null when it is not at hand. */
  base: SavedText | null;
  mine: { title: string; markdown: string };
  /** Where the person's text is meanwhile. */
  kept?: string;
  timeZone: string;
  isBusy: boolean;
  onTakeTheirs: () => void;
  onPublishOver: () => void;
};

/** Somebody published meanwhile: theirs beside mine, with what each changed. Nothing is decided for the person. */
export function ConflictPanel(props: ConflictPanelProps) {
  const {
    theirs,
    base,
    mine,
    kept = "Your text is kept as your draft.",
    timeZone,
    isBusy,
    onTakeTheirs,
    onPublishOver,
  } = props;
  const [view, setView] = useState<"both" | "theirs">("both");
  const panel = useRef<HTMLElement>(null);
  // Whoever has just pressed Publish is looking elsewhere.
  useEffect(() => panel.current?.focus(), []);
  const markdown = useDeferredValue(mine.markdown);
  const diff =
    view === "theirs" && base ? diffLines(base.markdown, theirs.markdown) : diffLines(theirs.markdown, markdown);
  const author = theirs.author.kind === "system" ? "The analysis" : theirs.author.name;
  return (
    <section ref={panel} tabIndex={-1} aria-labelledby="conflict" className="border-b border-line outline-none">
      <Notice tone="warn" live="alert">
        <h2 id="conflict">
          {author} published v{theirs.version} while you wrote
        </h2>
        <p className="mt-0.5">
          It came {formatDateTime(theirs.createdAt, timeZone)}. {kept} Take from theirs what you want to keep, then
          publish; v{theirs.version} stays among the versions either way.
        </p>
      </Notice>
      <div className="flex flex-wrap items-center gap-2 px-3.5 py-2.5 md:px-4">
        {base ? (
          <>
            <Button size="sm" aria-pressed={view === "both"} onClick={() => setView("both")}>
              Theirs beside mine
            </Button>
            <Button size="sm" aria-pressed={view === "theirs"} onClick={() => setView("theirs")}>
              What they changed
            </Button>
          </>
        ) : null}
        <DiffCount diff={diff} />
        <span className="ml-auto flex flex-wrap gap-2">
          <Button size="sm" onClick={onTakeTheirs}>
            Start from theirs
          </Button>
          <Button size="sm" variant="primary" loading={isBusy} onClick={onPublishOver}>
            Publish mine over v{theirs.version}
          </Button>
        </span>
      </div>
      <section
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a block that scrolls must be reachable by keyboard.
        tabIndex={0}
        aria-label="Differences"
        className="clip-focus max-h-[320px] overflow-y-auto"
      >
        {theirs.title === mine.title ? null : (
          <TextDiffView diff={diffLines(theirs.title, mine.title)} label="Their title beside mine" />
        )}
        <TextDiffView
          diff={diff}
          label={view === "both" ? "Their text beside mine" : "What they changed"}
          equal="The texts are the same."
        />
      </section>
    </section>
  );
}
