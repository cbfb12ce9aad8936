"use client";

import { Button } from "../ui/button";
import { Notice } from "../ui/notice";
import { Skeleton } from "../ui/states";
import { DropZone } from "./drop-zone";
import { ImportResult } from "./import-result";
import { PreviewView } from "./preview-view";
import { useImport } from "./use-import";

/** Choose, look, import. Each step stays visible until the next one is done. */
export function ImportPanel({ base }: { base: { team: string; project: string } }) {
  const work = useImport(base);
  const { preview, result } = work;
  return (
    <div className="grid content-start gap-3.5">
      <DropZone onFiles={(files) => void work.choose(files)} />
      {work.refusal ? (
        <Notice
          tone="danger"
          live="alert"
          action={work.files.length > 0 ? <Button onClick={work.again}>Preview again</Button> : null}
        >
          {work.refusal}
        </Notice>
      ) : null}
      {work.isReading ? <Skeleton lines={4} label="Reading the files" /> : null}
      {result ? <ImportResult base={base} result={result} onMore={work.clear} /> : null}
      {preview && !result && !work.isReading ? (
        <PreviewView
          preview={preview}
          notText={work.notText}
          choices={work.choices}
          onChoose={work.set}
          isWriting={work.isWriting}
          onApply={() => work.apply(preview.digest)}
          onCancel={work.clear}
        />
      ) : null}
    </div>
  );
}
