"use client";

import { useMutation } from "@tanstack/react-query";
import { FileUp } from "lucide-react";
import { useRouter } from "next/navigation";
import { type ChangeEvent, type DragEvent, useId, useState } from "react";
import { type DocumentPut, MAX_DOCUMENT_BYTES } from "@/server/core/rules/document";
import { useTRPC } from "../api/trpc";
import { FormFoot } from "../memory/form-parts";
import { type ShownFault, toShownFault } from "../setup/fault";
import type { Base } from "../telemetry/links";
import { Notice } from "../ui/notice";
import { TextArea, TextField } from "../ui/text-field";
import { useToast } from "../ui/toast";
import { documentsHref } from "./rules-tabs";

type DocumentUploadProps = {
  base: Base;
  /** The document that gets a next version; null uploads a new one. */
  known: { path: string; version: number; text: string } | null;
};

const SAID: Readonly<Record<DocumentPut["result"], (path: string, version: number) => string>> = {
  created: (path) => `${path} is uploaded.`,
  changed: (path, version) => `${path} is at version ${version}.`,
  unchanged: (path, version) => `${path} says the same as version ${version}, so nothing changed.`,
  restored: (path) => `${path} is in use again.`,
};

/** A file that is dropped or chosen, or a text that is pasted. Nothing is sent before somebody saves. */
export function DocumentUpload({ base, known }: DocumentUploadProps) {
  const put = useMutation(useTRPC().documents.put.mutationOptions());
  const router = useRouter();
  const toast = useToast();
  const [path, setPath] = useState(known?.path ?? "");
  const [text, setText] = useState(known?.text ?? "");
  const [fault, setFault] = useState<ShownFault | null>(null);
  const [isSaved, setIsSaved] = useState(false);

  const onFile = async (file: File) => {
    if (file.size > MAX_DOCUMENT_BYTES) {
      const message = `${file.name} has ${Math.ceil(file.size / 1024)} KiB; upload at most ${MAX_DOCUMENT_BYTES / 1024}.`;
      setFault({ message, field: "text" });
      return;
    }
    setText(await file.text());
    setFault(null);
    if (path === "") setPath(file.name);
  };
  const submit = async () => {
    if (put.isPending) return;
    setFault(null);
    try {
      const made = await put.mutateAsync({ ...base, path, text, expectedVersion: known?.version ?? null });
      setIsSaved(true);
      toast({ message: SAID[made.result](made.path, made.version) });
      router.push(documentsHref(base, { path: made.path }));
      router.refresh();
    } catch (error) {
      setFault(toShownFault(error));
    }
  };
  const of = (field: string) => (fault?.field === field ? fault.message.replace(/^\w+: /, "") : null);
  return (
    <form
      aria-label="Upload a document"
      onSubmit={(event) => {
        event.preventDefault();
        void submit();
      }}
    >
      {fault && !["path", "text"].includes(fault.field ?? "") ? (
        <Notice tone="danger" live="alert">
          {fault.message}
        </Notice>
      ) : null}
      <div className="grid gap-4 p-3.5 md:p-4">
        <DropZone onFile={(file) => void onFile(file)} />
        <TextField
          label="Path"
          required
          mono
          readOnly={known !== null}
          placeholder="AGENTS.md"
          hint="From the root of the repository. Its name says what it is: AGENTS.md, CLAUDE.md, STATE.md, PLAN.md, CONSTRAINTS.md."
          error={of("path")}
          value={path}
          onChange={(event) => setPath(event.target.value)}
        />
        <TextArea
          label="Text"
          rows={16}
          mono
          hint="Markdown, at most 512 KiB. Secrets in it are taken out."
          error={of("text")}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <FormFoot
        saveLabel={known ? "Upload the next version" : "Upload"}
        isBusy={put.isPending}
        isDirty={!isSaved && text !== (known?.text ?? "")}
        cancelHref={known ? documentsHref(base, { path: known.path }) : documentsHref(base)}
      />
    </form>
  );
}

/** Where a file is dropped; who does not drag chooses one. */
function DropZone({ onFile }: { onFile: (file: File) => void }) {
  const id = useId();
  const [isOver, setIsOver] = useState(false);
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const file = event.dataTransfer.files.item(0);
    if (file) onFile(file);
  };
  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.item(0);
    if (file) onFile(file);
  };
  return (
    <label
      htmlFor={id}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={`flex cursor-pointer flex-wrap items-center gap-x-2.5 gap-y-1 border border-dashed px-3.5 py-4 focus-within:outline-2 focus-within:outline-accent hover:bg-hover ${isOver ? "border-accent bg-selected" : "border-control"}`}
    >
      <FileUp aria-hidden className="text-ink-3" />
      <span>
        <span className="link">Choose a file</span>, or drop one here. Its text fills the form.
      </span>
      <input id={id} type="file" accept=".md,.mdc,.markdown,.txt,text/*" className="sr-only" onChange={onChoose} />
    </label>
  );
}
