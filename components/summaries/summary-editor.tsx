"use client";

import clsx from "clsx";
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import { SUMMARY_SECTIONS, SUMMARY_TITLES } from "@/server/core/session-summary/body";
import { readSessionSummary, toldSections } from "@/server/core/session-summary/read-markdown";
import type { SummaryText } from "@/server/core/session-summary/views";
import { ConflictPanel } from "../handoffs/editor/conflict-panel";
import { EditorToolbar, type OfferedSection } from "../handoffs/editor/editor-toolbar";
import { type Pane, PaneTabs } from "../handoffs/editor/pane-tabs";
import type { Base } from "../telemetry/links";
import { Button } from "../ui/button";
import { useEarlyRef } from "../ui/early-input";
import { Notice } from "../ui/notice";
import { TextField } from "../ui/text-field";
import { useLeaveWarning } from "../ui/use-leave-warning";
import { summaryHref } from "./links";
import { SummaryBody } from "./summary-body";
import { useSummaryEdit } from "./use-summary-edit";

type SummaryEditorProps = {
  base: Base;
  number: number;
  opened: SummaryText;
  session: number | null;
  timeZone: string;
};

/** Writes a summary in Markdown; the preview shows what is read from it, as others will see it. */
export function SummaryEditor({ base, number, opened, session, timeZone }: SummaryEditorProps) {
  const { text, write, newest, theirs, isBusy, fault, save, takeTheirs } = useSummaryEdit(base, number, opened);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldRef = useEarlyRef(field);
  const [pane, setPane] = useState<Pane>("write");
  const isSame = text.title.trim() === newest.title && text.markdown === newest.markdown;
  useLeaveWarning(!isSame && !isBusy);
  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.metaKey && !event.ctrlKey) return;
    if (event.key !== "s" && event.key !== "Enter") return;
    event.preventDefault();
    // A conflict is decided in its own words and not by the habit of a key.
    if (theirs) document.getElementById("conflict")?.scrollIntoView({ block: "center" });
    else if (!isSame) void save(newest.version);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside are heard here once for all.
    <div onKeyDown={onKeyDown}>
      {theirs ? (
        <ConflictPanel
          key={theirs.version}
          theirs={theirs}
          base={opened}
          mine={text}
          kept="Your text is still here below."
          timeZone={timeZone}
          isBusy={isBusy}
          onTakeTheirs={takeTheirs}
          onPublishOver={() => void save(theirs.version)}
        />
      ) : null}
      <div className="border-b border-line px-3.5 py-3 md:px-4">
        <TextField
          label="Title"
          name="title"
          maxLength={200}
          value={text.title}
          error={fault?.field === "title" ? fault.message : undefined}
          onChange={(event) => write({ title: event.target.value })}
        />
      </div>
      <PaneTabs pane={pane} onChoose={setPane} />
      <div className="grid gap-px bg-line md:grid-cols-2">
        <div
          id="pane-write"
          className={clsx("flex min-w-0 flex-col bg-surface", pane === "preview" && "max-md:hidden")}
        >
          <EditorToolbar field={field} missing={missingSections(text.markdown)} />
          <textarea
            ref={fieldRef}
            aria-label="Summary in Markdown"
            aria-invalid={fault?.field === "markdown" || undefined}
            value={text.markdown}
            onChange={(event) => write({ markdown: event.target.value })}
            spellCheck
            className="clip-focus block min-h-[440px] w-full flex-1 resize-y bg-raised px-4 py-3 font-mono text-sm leading-[1.6] text-ink max-sm:text-lg md:min-h-[calc(100dvh-320px)]"
          />
        </div>
        <Preview base={base} markdown={text.markdown} session={session} isHidden={pane === "write"} />
      </div>
      {fault ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <footer className="sticky bottom-0 flex flex-wrap items-center justify-end gap-2 border-t border-line bg-sunken px-3.5 py-2.5 max-md:static md:px-4">
        <Button href={summaryHref(base, number)} discards>
          {isSame ? `Back to ${recordRef("summary", number)}` : "Cancel"}
        </Button>
        {theirs ? null : (
          <Button
            variant="primary"
            loading={isBusy}
            disabledReason={isSame ? `Nothing differs from v${newest.version}.` : null}
            onClick={() => void save(newest.version)}
          >
            Save v{newest.version + 1}
          </Button>
        )}
      </footer>
    </div>
  );
}

/** What a fresh section begins with. */
const STARTS: Readonly<Record<string, string>> = {
  task: "",
  failed: "- \n  - Reason: \n  - Lesson: ",
  remaining: "- [ ] ",
  files: "| File | Change | Evidence |\n| --- | --- | --- |\n|  |  |  |",
  tests: "| Check | Result | Command | Evidence |\n| --- | --- | --- | --- |\n|  | passed |  |  |",
};

function missingSections(markdown: string): OfferedSection[] {
  const there = new Set(markdown.split("\n").map((line) => line.trim().toLowerCase()));
  return SUMMARY_SECTIONS.filter((section) => !there.has(`## ${SUMMARY_TITLES[section]}`.toLowerCase())).map(
    (section) => ({
      key: section,
      label: SUMMARY_TITLES[section],
      start: (before) =>
        `${before.trimEnd() === "" ? "" : "\n\n"}## ${SUMMARY_TITLES[section]}\n\n${STARTS[section] ?? "- "}`,
    }),
  );
}

type PreviewProps = { base: Base; markdown: string; session: number | null; isHidden: boolean };

function Preview({ base, markdown, session, isHidden }: PreviewProps) {
  // Typing stays quick: the preview follows when there is time.
  const shown = useDeferredValue(markdown);
  const body = useMemo(() => readSessionSummary(shown), [shown]);
  const { told, of } = toldSections(body);
  return (
    <section id="pane-preview" aria-label="Preview" className={clsx("min-w-0 bg-surface", isHidden && "max-md:hidden")}>
      <h2 className="flex min-h-10 items-center gap-2 border-b border-line bg-sunken px-3.5 text-xs md:px-4">
        Preview
        <span className="font-normal text-ink-3">
          {told} of {of} sections told
        </span>
      </h2>
      <SummaryBody base={base} body={body} session={session} />
    </section>
  );
}
