"use client";

import { FolderInput } from "lucide-react";
import { type ChangeEvent, type DragEvent, useId, useState } from "react";
import { type ChosenFile, droppedFiles } from "./read-files";

/** Where files, a folder or a ZIP are dropped; who does not drag chooses them. */
export function DropZone({ onFiles }: { onFiles: (files: ChosenFile[]) => void }) {
  const filesId = useId();
  const folderId = useId();
  const [isOver, setIsOver] = useState(false);

  async function onDrop(event: DragEvent) {
    event.preventDefault();
    setIsOver(false);
    onFiles(await droppedFiles(event.dataTransfer.items));
  }

  function onChoose(event: ChangeEvent<HTMLInputElement>) {
    const files = [...(event.target.files ?? [])];
    onFiles(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
    // The same file can be chosen again after it was repaired.
    event.target.value = "";
  }

  const words = "link cursor-pointer focus-within:outline-2 focus-within:outline-accent";
  return (
    <section
      aria-label="Files to import"
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={(event) => void onDrop(event)}
      className={`flex flex-wrap items-center gap-x-2.5 gap-y-1 border border-dashed px-3.5 py-5 ${isOver ? "border-accent bg-selected" : "border-control"}`}
    >
      <FolderInput aria-hidden className="text-ink-3" />
      <p>
        Drop files, a folder or a ZIP here, or choose{" "}
        <label htmlFor={filesId} className={words}>
          files or a ZIP
          <input id={filesId} type="file" multiple className="sr-only" onChange={onChoose} />
        </label>{" "}
        or{" "}
        <label htmlFor={folderId} className={words}>
          a folder
          <input id={folderId} type="file" className="sr-only" onChange={onChoose} {...FOLDER} />
        </label>
        .
      </p>
    </section>
  );
}

/** React's types do not know the attribute that every browser has. */
const FOLDER = { webkitdirectory: "" };
