/** Entry ids are as long as their client made them (often a UUID); a list shows enough to tell neighbours apart. */
const SHOWN = 8;

export function shortRef(ref: string): string {
  if (ref.length <= SHOWN + 2) return ref;
  // The parts of one message share its id and differ at the end: "1f0c…#2".
  const part = /[#:/.][^#:/.]{1,4}$/.exec(ref)?.[0] ?? "";
  return `${ref.slice(0, SHOWN - part.length)}…${part}`;
}

export type ReasonPart = { readonly text: string } | { readonly ref: string };

/** A rule's sentence with the refs that it names, so that each can be a link. Only known refs become links. */
export function splitReason(reason: string, refs: readonly string[]): ReasonPart[] {
  const longestFirst = [...refs].sort((a, b) => b.length - a.length);
  const parts: ReasonPart[] = [];
  let rest = reason;
  for (;;) {
    const at = nextRef(rest, longestFirst);
    if (!at) break;
    if (at.index > 0) parts.push({ text: rest.slice(0, at.index) });
    parts.push({ ref: at.ref });
    rest = rest.slice(at.index + "ctx:".length + at.ref.length);
  }
  if (rest !== "") parts.push({ text: rest });
  return parts;
}

function nextRef(text: string, refs: readonly string[]): { index: number; ref: string } | null {
  let found: { index: number; ref: string } | null = null;
  for (const ref of refs) {
    const index = text.indexOf(`ctx:${ref}`);
    if (index >= 0 && (found === null || index < found.index)) found = { index, ref };
  }
  return found;
}
