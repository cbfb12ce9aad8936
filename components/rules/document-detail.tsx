import type { DocumentView } from "@/server/core/rules/document";
import { diffLines } from "@/server/core/text-diff/diff";
import { linkRecords } from "../handoffs/link-records";
import { evenHeadings } from "../memory/even-headings";
import { Author, DateTold, Versions } from "../memory/record-parts";
import type { Base } from "../telemetry/links";
import { CodeBlock } from "../ui/code-block";
import { CopyButton } from "../ui/copy-field";
import { SegmentedControl } from "../ui/filters";
import { formatExact } from "../ui/format";
import { Markdown } from "../ui/markdown";
import { Notice } from "../ui/notice";
import { DiffCount, TextDiffView } from "../ui/text-diff";
import { DocumentActions } from "./document-actions";
import type { DocumentPlace } from "./document-place";
import { documentsHref } from "./rules-tabs";

type DocumentDetailProps = {
  base: Base;
  document: DocumentView;
  place: DocumentPlace;
  compared: { before: DocumentView; after: DocumentView } | null;
};

/** One document: rendered, as it is written, or what changed between two of its versions. */
export function DocumentDetail({ base, document, place, compared }: DocumentDetailProps) {
  const { path, version, versions, timeZone, removedAt } = document;
  const [latest] = versions;
  const of: Record<string, string> = removedAt === null ? { path } : { path, removed: "1" };
  const before = versions[1]?.version;
  const view = compared ? "diff" : place.isRaw ? "raw" : "read";
  return (
    <article aria-labelledby="document">
      {removedAt === null ? null : <Notice>This document was removed. Its versions stay.</Notice>}
      <header className="border-b border-line px-3.5 py-3 md:px-4">
        <div className="flex items-center gap-2">
          <h2 id="document" className="min-w-0 flex-1 font-mono text-md [overflow-wrap:anywhere]">
            {path}
          </h2>
          <CopyButton value={document.text} label={`Copy the text of ${path}`} />
        </div>
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-ink-3">
          <span>version {version}</span>
          <span>about {formatExact(document.tokens)} tokens</span>
          {latest ? (
            <>
              <Author author={latest.author} />
              <DateTold iso={latest.createdAt} timeZone={timeZone} />
            </>
          ) : null}
        </div>
      </header>
      {document.mayWrite ? <DocumentActions {...{ base, document }} /> : null}
      <div className="grid gap-4 p-3.5 md:p-4">
        <div className="flex">
          <SegmentedControl
            label="View"
            current={view}
            segments={[
              { key: "read", label: "Rendered", href: documentsHref(base, of) },
              { key: "raw", label: "As written", href: documentsHref(base, { ...of, view: "raw" }) },
              ...(before === undefined
                ? []
                : [
                    {
                      key: "diff",
                      label: "Changes",
                      href: documentsHref(base, { ...of, diff: `${before}-${version}` }),
                    },
                  ]),
            ]}
          />
        </div>
        {compared ? <Changes {...compared} /> : <Text {...{ base, document }} isRaw={place.isRaw} />}
        <div className="border-t border-line pt-4 text-xs">
          <Versions
            timeZone={timeZone}
            versions={versions.map((row, at) => {
              const older = versions[at + 1];
              const text = row.version === 1 ? "uploaded" : "uploaded again";
              const href = older ? documentsHref(base, { ...of, diff: `${older.version}-${row.version}` }) : null;
              return { ...row, text, href };
            })}
          />
        </div>
      </div>
    </article>
  );
}

/** Headings of the text start at h4; the hidden one above them keeps the outline of the page without a gap. */
function Text({ base, document, isRaw }: { base: Base; document: DocumentView; isRaw: boolean }) {
  const { path, text } = document;
  if (text.trim() === "") return <p className="text-ink-2">The document is empty.</p>;
  return isRaw ? (
    <CodeBlock label={`${path}, as written`} code={text} copy />
  ) : (
    <div>
      <h3 className="sr-only">Text</h3>
      <Markdown text={linkRecords(evenHeadings(text), base)} className="text-md" />
    </div>
  );
}

function Changes({ before, after }: { before: DocumentView; after: DocumentView }) {
  const diff = diffLines(before.text, after.text);
  const label = `Version ${after.shown} against version ${before.shown}`;
  return (
    <div className="grid gap-2">
      <h3 className="flex items-center gap-2 text-xs font-medium text-ink-2">
        {label} <DiffCount diff={diff} />
      </h3>
      <TextDiffView diff={diff} label={label} />
    </div>
  );
}
