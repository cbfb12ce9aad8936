import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { DropZone } from "./drop-zone";
import { ImportResult } from "./import-result";
import { PreviewView } from "./preview-view";
import type { Preview, PreviewedRecord } from "./use-import";

function aRecord(more: Partial<PreviewedRecord>): PreviewedRecord {
  const from = { file: "DECISIONS.jsonl", line: 3, notes: [], changes: [] };
  return { kind: "decision", key: "DEC-001", ref: "DEC-001", title: "Cents", state: "new", ...from, ...more };
}

const NOTHING: Preview = {
  digest: "d",
  records: [],
  counts: { new: 0, changed: 0, same: 0, conflict: 0 },
  isCut: false,
  problems: [],
  problemCount: 0,
  passedOver: [],
  config: null,
  files: null,
  telemetry: null,
};

function shown(preview: Partial<Preview>, choices = {}, notText: string[] = []): string {
  const props = { preview: { ...NOTHING, ...preview }, notText, choices, isWriting: false };
  return renderToStaticMarkup(
    <PreviewView {...props} onChoose={() => {}} onApply={() => {}} onCancel={() => {}} />,
  ).replace(/<[^>]+>/g, " ");
}

describe("the preview of an import", () => {
  it("counts what it found, and names a taken number beside the offered one", () => {
    const records = [
      aRecord({ state: "conflict", ref: "DEC-004", notes: ['DEC-001 is "Ours" here.'] }),
      aRecord({ key: "DEC-002", ref: "DEC-002", title: "New" }),
    ];
    const text = shown({ records, counts: { new: 1, changed: 0, same: 7, conflict: 1 }, problemCount: 1 });
    expect(text).toContain("1 new, 1 conflict, 7 the same already, 1 unreadable.");
    expect(text).toContain("DEC-001 → DEC-004");
    expect(text).toContain("is &quot;Ours&quot; here.");
    expect(text).toContain("Import 2 records");
  });

  it("does not count what a person leaves out, and says when nothing is left", () => {
    const records = [aRecord({})];
    const counts = { new: 1, changed: 0, same: 0, conflict: 0 };
    expect(shown({ records, counts })).toContain("Import 1 record");
    expect(shown({ records, counts }, { "decision DEC-001": "skip" })).toContain("There is nothing to import.");
  });

  it("names places that cannot be read with their lines, and files that hold nothing", () => {
    const problems = [
      { file: "DECISIONS.jsonl", line: 2, field: null, message: "This is no JSON object on one line." },
    ];
    const text = shown({ problems, problemCount: 1, passedOver: ["stats.json", "notes.txt"] }, {}, ["photo.png"]);
    expect(text).toContain("DECISIONS.jsonl:2");
    expect(text).toContain("Not read, since they hold no records: notes.txt, photo.png.");
  });

  it("asks before it replaces the project's own index, and takes thresholds over unless told not to", () => {
    const config = { mayTake: true, changes: [{ kind: "word" as const, name: "prune", before: "0.4", after: "0.5" }] };
    const files = { state: "changed" as const, files: 12, here: 40 };
    const text = shown({ config, files });
    expect(text).toContain("It replaces the index of 40 files that the project has.");
    expect(text).not.toContain("There is nothing to import.");
    expect(shown({ config, files }, { config: "skip" })).toContain("There is nothing to import.");
  });
});

it("the result leads to the lists that were written", () => {
  const written = { decision: 2, failure: 1, constraint: 0, preference: 0, summary: 0, handoff: 0 };
  const result = { written, unchanged: 3, skipped: 0, config: false, files: 0, notes: ["The policy stays."] };
  const html = renderToStaticMarkup(
    <ImportResult base={{ team: "harbor", project: "billing" }} result={result} onMore={() => {}} />,
  );
  expect(html).toContain('href="/harbor/billing/decisions"');
  expect(html).toContain("2 decisions");
  expect(html).toContain("3 stood there already");
  expect(html).toContain("The policy stays.");
});

it("files, a folder or a ZIP can be chosen without dragging", () => {
  const html = renderToStaticMarkup(<DropZone onFiles={() => {}} />);
  expect(html).toContain("files or a ZIP");
  expect(html).toMatch(/webkitdirectory/);
});
