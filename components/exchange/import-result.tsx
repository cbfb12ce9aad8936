import NextLink from "next/link";
import { Button } from "../ui/button";
import { formatExact } from "../ui/format";
import { Notice } from "../ui/notice";
import type { Imported } from "./use-import";

const ROOMS = [
  { kind: "decision", one: "decision", many: "decisions", path: "decisions" },
  { kind: "failure", one: "failure", many: "failures", path: "failures" },
  { kind: "constraint", one: "constraint", many: "constraints", path: "rules/constraints" },
  { kind: "preference", one: "preference", many: "preferences", path: "rules/preferences" },
  { kind: "summary", one: "summary", many: "summaries", path: "summaries" },
  { kind: "handoff", one: "handoff", many: "handoffs", path: "handoffs" },
] as const;

type ImportResultProps = { base: { team: string; project: string }; result: Imported; onMore: () => void };

/** What was written, each with the way to its list. */
export function ImportResult({ base, result, onMore }: ImportResultProps) {
  const written = ROOMS.flatMap((room) => {
    const count = result.written[room.kind] ?? 0;
    return count > 0 ? [{ ...room, count }] : [];
  });
  const rest = [
    result.unchanged > 0 ? `${formatExact(result.unchanged)} stood there already` : "",
    result.skipped > 0 ? `${formatExact(result.skipped)} were left out` : "",
    result.files > 0 ? `the index of ${formatExact(result.files)} files was stored` : "",
    result.config ? "the thresholds were taken over" : "",
  ].filter((part) => part !== "");
  return (
    <section aria-label="Result" className="grid gap-2.5">
      <Notice tone="success" live="status" action={<Button onClick={onMore}>Import more</Button>}>
        {written.length === 0 ? (
          "Nothing had to be written."
        ) : (
          <>
            {"Imported "}
            {written.map(({ kind, count, one, many, path }, index) => (
              <span key={kind}>
                {index === 0 ? "" : index === written.length - 1 ? " and " : ", "}
                <NextLink href={`/${base.team}/${base.project}/${path}`} className="link">
                  {`${formatExact(count)} ${count === 1 ? one : many}`}
                </NextLink>
              </span>
            ))}
            .
          </>
        )}
        {rest.length > 0 ? <p className="text-ink-2">{`Besides, ${rest.join(", ")}.`}</p> : null}
      </Notice>
      {result.notes.map((note) => (
        <Notice key={note} tone="warn">
          {note}
        </Notice>
      ))}
    </section>
  );
}
