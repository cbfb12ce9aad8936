import type { EvidenceView } from "./views";

/**
 * Evidence as people write it, one a line: `S-12 ctx:01a4 it said so`, `FAIL-009 sent twice`, `commit 3f91520`,
 * `https://example.org why`. A line of another form is kept as a note, so nothing that was written is lost.
 */

const EVENT = /^S-(\d{1,9}) +ctx:(\S+)(?: +(.*))?$/;
const RECORD = /^((?:DEC|FAIL|HND|SUM|CON|PREF)-\d{1,9}(?:@\d+|#\S+)?)(?: +(.*))?$/;
const COMMIT = /^commit +([0-9a-f]{7,64})(?: +(.*))?$/i;
const LINK = /^(https?:\/\/\S+)(?: +(.*))?$/;

export function readEvidenceLines(text: string): EvidenceView[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== "")
    .map(readLine);
}

function readLine(line: string): EvidenceView {
  const event = EVENT.exec(line);
  if (event) return { kind: "event", session: Number(event[1]), ref: event[2] ?? "", note: event[3] ?? "" };
  for (const [kind, form] of [
    ["record", RECORD],
    ["commit", COMMIT],
    ["link", LINK],
  ] as const) {
    const match = form.exec(line);
    if (match) return { kind, session: null, ref: match[1] ?? "", note: match[2] ?? "" };
  }
  return { kind: "note", session: null, ref: line, note: "" };
}

export function writeEvidenceLines(evidence: readonly EvidenceView[]): string {
  return evidence.map(writeEvidenceLine).join("\n");
}

export function writeEvidenceLine({ kind, session, ref, note }: EvidenceView): string {
  const name =
    kind === "event" && session !== null ? `S-${session} ctx:${ref}` : kind === "commit" ? `commit ${ref}` : ref;
  return `${name} ${note}`.replace(/\s+/g, " ").trim();
}
