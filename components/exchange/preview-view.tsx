"use client";

import { FieldChanges } from "../memory/field-changes";
import { Button } from "../ui/button";
import { Checkbox } from "../ui/choice";
import { formatExact } from "../ui/format";
import { Notice } from "../ui/notice";
import { PreviewProblems } from "./preview-problems";
import { PreviewRecord } from "./preview-record";
import { type Choice, choiceKey, type Preview } from "./use-import";

type PreviewViewProps = {
  preview: Preview;
  notText: readonly string[];
  choices: Readonly<Record<string, Choice>>;
  onChoose: (key: string, choice: Choice) => void;
  isWriting: boolean;
  onApply: () => void;
  onCancel: () => void;
};

/** What the import would do, what asks for a look first; what stays as it is is only counted. */
export function PreviewView(props: PreviewViewProps) {
  const { preview, notText, choices, onChoose, isWriting, onApply, onCancel } = props;
  const shown = preview.records.filter(({ state }) => state !== "same");
  const taken = shown.filter((record) => choices[choiceKey(record)] !== "skip");
  const hidden = preview.counts.new + preview.counts.changed + preview.counts.conflict - shown.length;
  const extras = Number(takesConfig(preview, choices)) + Number(takesFiles(preview, choices));
  const nothing = taken.length + hidden + extras === 0;
  return (
    <section aria-label="Preview" className="grid gap-3.5">
      <p>{countWords(preview)}</p>
      <PreviewProblems preview={preview} notText={notText} />
      {shown.length > 0 ? (
        <ul className="grid border-t border-line">
          {shown.map((record) => (
            <PreviewRecord
              key={choiceKey(record)}
              record={record}
              choice={choices[choiceKey(record)]}
              onChoose={(choice) => onChoose(choiceKey(record), choice)}
            />
          ))}
        </ul>
      ) : null}
      {hidden > 0 ? <p className="text-ink-2">{formatExact(hidden)} more are imported and not listed here.</p> : null}
      <Extras preview={preview} choices={choices} onChoose={onChoose} />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          variant="primary"
          loading={isWriting}
          disabledReason={nothing ? "There is nothing to import." : null}
          onClick={onApply}
        >
          {isWriting ? "Importing" : importWords(taken.length + hidden)}
        </Button>
        <Button variant="ghost" onClick={onCancel}>
          Cancel
        </Button>
      </div>
    </section>
  );
}

function importWords(records: number): string {
  return records === 0 ? "Import" : `Import ${formatExact(records)} ${records === 1 ? "record" : "records"}`;
}

function countWords({ counts, problemCount }: Preview): string {
  const parts = [
    [counts.new, "new"],
    [counts.changed, "changed"],
    [counts.conflict, counts.conflict === 1 ? "conflict" : "conflicts"],
    [counts.same, "the same already"],
    [problemCount, "unreadable"],
  ] as const;
  const told = parts.filter(([count]) => count > 0).map(([count, word]) => `${formatExact(count)} ${word}`);
  return told.length === 0 ? "There are no records in these files." : `${told.join(", ")}.`;
}

type Choices = PreviewViewProps["choices"];

function takesConfig({ config }: Preview, choices: Choices): boolean {
  return config !== null && config.changes.length > 0 && config.mayTake && choices["config"] !== "skip";
}

function takesFiles({ files }: Preview, choices: Choices): boolean {
  if (files === null || files.state === "same") return false;
  return files.state === "new" ? choices["files"] !== "skip" : choices["files"] === "take";
}

function Extras({ preview, choices, onChoose }: Pick<PreviewViewProps, "preview" | "choices" | "onChoose">) {
  const { config, files, telemetry } = preview;
  return (
    <div className="grid gap-2">
      {config && config.changes.length > 0 ? (
        <div className="grid gap-2">
          {config.mayTake ? (
            <Checkbox
              label="Take over the thresholds of config.toml as a new version of the policy"
              checked={takesConfig(preview, choices)}
              onChange={(event) => onChoose("config", event.target.checked ? "take" : "skip")}
            />
          ) : (
            <Notice>The thresholds of config.toml differ. They stay as they are: you may not change the policy.</Notice>
          )}
          <FieldChanges changes={config.changes} label="Now beside the file" />
        </div>
      ) : null}
      {files && files.state !== "same" ? (
        <Checkbox
          label={`Store the index of ${formatExact(files.files)} files`}
          hint={
            files.here > 0
              ? `It replaces the index of ${formatExact(files.here)} files that the project has.`
              : undefined
          }
          checked={takesFiles(preview, choices)}
          onChange={(event) => onChoose("files", event.target.checked ? "take" : "skip")}
        />
      ) : null}
      {telemetry ? (
        <p className="text-ink-2">
          {`TELEMETRY.jsonl tells of ${formatExact(telemetry.prunes)} prune runs that took out ${formatExact(telemetry.prunedTokens)} tokens elsewhere. They are read and not added: this project's telemetry is what its own runs did.`}
        </p>
      ) : null}
    </div>
  );
}
