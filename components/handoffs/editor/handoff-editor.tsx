"use client";

import clsx from "clsx";
import { type KeyboardEvent, useDeferredValue, useMemo, useRef, useState } from "react";
import { recordRef } from "@/server/core/decisions/record-ref";
import type { HandoffNote } from "@/server/core/handoffs/note";
import { completenessOf, SECTION_TITLES } from "@/server/core/handoffs/note-sections";
import { readNote } from "@/server/core/handoffs/read-note";
import type { HandoffEditView } from "@/server/core/handoffs/views";
import type { Base } from "../../telemetry/links";
import { Button } from "../../ui/button";
import { useEarlyRef } from "../../ui/early-input";
import { formatDateTime } from "../../ui/format";
import { Notice } from "../../ui/notice";
import { TextField } from "../../ui/text-field";
import { noteHref } from "../links";
import { WrittenNote } from "../written-note";
import { ConflictPanel } from "./conflict-panel";
import { EditorToolbar } from "./editor-toolbar";
import { missingSections, sectionStart } from "./insert-section";
import { type Pane, PaneTabs } from "./pane-tabs";
import { SaveStateLine } from "./save-state";
import { useDraft } from "./use-draft";
import { usePublish } from "./use-publish";

type HandoffEditorProps = {
  base: Base;
  edit: HandoffEditView;
  /** The note as it is published: what the text does not carry is taken from it. */
  note: HandoffNote;
};

/** Writes a note in Markdown with its preview beside it. What is typed is kept as a draft until it is published. */
export function HandoffEditor({ base, edit, note }: HandoffEditorProps) {
  const { number, newest: opened, timeZone } = edit;
  const began = edit.draft ?? { ...opened, baseVersion: opened.version, savedAt: null };
  const draft = useDraft(base, number, began);
  const work = usePublish(base, edit, draft);
  const field = useRef<HTMLTextAreaElement>(null);
  const fieldRef = useEarlyRef(field);
  const [pane, setPane] = useState<Pane>("write");
  const { text, write } = draft;
  const { newest, theirs, fault } = work;
  const isSame = text.title.trim() === newest.title && text.markdown === newest.markdown;

  const onKeyDown = (event: KeyboardEvent) => {
    if (!event.metaKey && !event.ctrlKey) return;
    if (event.key === "s") {
      event.preventDefault();
      void draft.save();
    } else if (event.key === "Enter") {
      event.preventDefault();
      // A conflict is decided in its own words and not by the habit of a key.
      if (theirs) document.getElementById("conflict")?.scrollIntoView({ block: "center" });
      else if (!isSame) void work.publish(draft.baseVersion);
    }
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: keys of the fields inside are heard here once for all.
    <div onKeyDown={onKeyDown}>
      {theirs ? (
        <ConflictPanel
          key={theirs.version}
          theirs={theirs}
          base={work.began}
          mine={text}
          timeZone={timeZone}
          isBusy={work.isBusy}
          onTakeTheirs={work.takeTheirs}
          onPublishOver={() => void work.publish(theirs.version)}
        />
      ) : (
        <Restored edit={edit} isShown={!isSame} />
      )}
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
          <EditorToolbar
            field={field}
            missing={missingSections(text.markdown).map((section) => ({
              key: section,
              label: SECTION_TITLES[section],
              start: (before) => sectionStart(section, before),
            }))}
          />
          <textarea
            ref={fieldRef}
            aria-label="Note in Markdown"
            aria-invalid={fault?.field === "markdown" || undefined}
            value={text.markdown}
            onChange={(event) => write({ markdown: event.target.value })}
            spellCheck
            className="clip-focus block min-h-[440px] w-full flex-1 resize-y bg-raised px-4 py-3 font-mono text-sm leading-[1.6] text-ink max-sm:text-lg md:min-h-[calc(100dvh-320px)]"
          />
        </div>
        <Preview base={base} markdown={text.markdown} note={note} isHidden={pane === "write"} />
      </div>
      {fault ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <footer className="sticky bottom-0 flex flex-wrap items-center gap-2 border-t border-line bg-sunken px-3.5 py-2.5 max-md:static md:px-4">
        <SaveStateLine state={draft.state} timeZone={timeZone} onRetry={() => void draft.save()} />
        <span className="ml-auto flex flex-wrap gap-2">
          {isSame ? (
            <Button href={noteHref(base, number)}>Back to {recordRef("handoff", number)}</Button>
          ) : (
            <Button variant="ghost" onClick={() => void work.discard()}>
              Discard draft
            </Button>
          )}
          {theirs ? null : (
            <Button
              variant="primary"
              loading={work.isBusy}
              disabledReason={isSame ? `Nothing differs from v${newest.version}.` : null}
              onClick={() => void work.publish(draft.baseVersion)}
            >
              Publish v{newest.version + 1}
            </Button>
          )}
        </span>
      </footer>
    </div>
  );
}

/** A draft that was left is back; the person should know that this is not what others read. */
function Restored({ edit: { draft, timeZone, newest }, isShown }: { edit: HandoffEditView; isShown: boolean }) {
  if (draft === null || !isShown) return null;
  return (
    <Notice tone="info" live="status">
      Your draft of {formatDateTime(draft.savedAt, timeZone)} is back. Others read v{newest.version} until you publish.
    </Notice>
  );
}

type PreviewProps = { base: Base; markdown: string; note: HandoffNote; isHidden: boolean };

function Preview({ base, markdown, note, isHidden }: PreviewProps) {
  // Typing stays quick: the preview follows when there is time.
  const shown = useDeferredValue(markdown);
  const read = useMemo(() => readNote(shown, note), [shown, note]);
  const { told, of } = completenessOf(read);
  return (
    <section id="pane-preview" aria-label="Preview" className={clsx("min-w-0 bg-surface", isHidden && "max-md:hidden")}>
      <h2 className="flex min-h-10 items-center gap-2 border-b border-line bg-sunken px-3.5 text-xs md:px-4">
        Preview
        <span className="font-normal text-ink-3">
          {told} of {of} sections told
        </span>
      </h2>
      <WrittenNote base={base} markdown={shown} completeness={read.completeness} />
    </section>
  );
}
