import { type Anchor, buildAnchorIndex, pairIndex, SEPARATOR_BUCKET } from "./anchors";
import { endsEscape, isBase64Credentials, isDigit, isLetter, isQuote } from "./characters";
import { PLACEHOLDER } from "./name-rules";
import { namedSecretAt } from "./named-secret";
import { privateKeyAt } from "./private-key";
import type { BodyCheck, ShapeRule } from "./rules";
import type { Span } from "./spans";
import { urlCredentials } from "./url-credentials";
import { isSeparator } from "./value";

const { bucketOfPair, anchorsOfBucket } = buildAnchorIndex();

/** What one scan remembers while it walks over one text. */
interface Scan {
  readonly text: string;
  readonly spans: Span[];
  /** End of the last secret that was found by its shape; nothing is looked for before it. */
  doneUntil: number;
  /** By rule: the end of a run in which it need not be tried again. Made when needed: most texts are short names. */
  triedUntil: Map<number, number> | null;
}

/**
 * Finds secrets in one pass: a table look-up per character decides whether a literal of the rule table or a separator
 * can end here; only then rules are tried. Spans may overlap (a name's value and the token in it).
 */
export function findSecrets(text: string): Span[] {
  const scan: Scan = { text, spans: [], doneUntil: 0, triedUntil: null };
  let previous = 0;
  for (let at = 0; at < text.length; at++) {
    const current = text.charCodeAt(at);
    const bucket = bucketOfPair[pairIndex(previous, current)] ?? 0;
    previous = current;
    if (bucket === 0) continue;
    if (bucket === SEPARATOR_BUCKET) trySeparator(scan, at);
    else at = Math.max(at, tryAnchors(scan, bucket, at));
  }
  return scan.spans;
}

function trySeparator(scan: Scan, at: number): void {
  if (!isSeparator(scan.text, at)) return;
  const isUrl = scan.text.charCodeAt(at) === 0x3a && scan.text.charCodeAt(at + 1) === 0x2f;
  const span = isUrl ? urlCredentials(scan.text, at) : namedSecretAt(scan.text, at);
  if (span) scan.spans.push(span);
}

/** Tries the anchors of a bucket; answers the last character of a found secret, so that the scan goes on behind it. */
function tryAnchors(scan: Scan, bucket: number, at: number): number {
  for (const anchor of anchorsOfBucket[bucket] ?? []) {
    const start = at - anchor.pairEnd;
    if (start < scan.doneUntil || !scan.text.startsWith(anchor.literal, start)) continue;
    const span = secretAt(scan, anchor, start);
    if (!span) continue;
    scan.spans.push(span);
    if (span.byContext) continue;
    scan.doneUntil = span.end;
    return span.end - 1;
  }
  return at;
}

function secretAt(scan: Scan, anchor: Anchor, start: number): Span | undefined {
  if (anchor.rule === "private-key") return privateKeyAt(scan.text, start);
  if (anchor.rule === "named") return namedSecretAt(scan.text, start + anchor.literal.length - 1);
  return shapeAt(scan, anchor, anchor.rule, start);
}

function shapeAt(scan: Scan, anchor: Anchor, rule: ShapeRule, anchorStart: number): Span | undefined {
  const start = rule.lead ? leadStart(scan, rule.lead, anchorStart) : anchorStart;
  if (start === undefined || !mayBeginAt(scan, rule, start)) return undefined;
  if (anchorStart < (scan.triedUntil?.get(anchor.ruleIndex) ?? 0)) return undefined;
  const bodyStart = anchorStart + anchor.literal.length;
  rule.body.lastIndex = bodyStart;
  const matched = rule.body.test(scan.text);
  const end = matched ? rule.body.lastIndex : bodyStart;
  const found = matched && passesCheck(rule.check ?? "any", scan.text.slice(bodyStart, end));
  const byContext = rule.keepAnchor === true;
  if (!found || byContext) {
    scan.triedUntil ??= new Map();
    scan.triedUntil.set(anchor.ruleIndex, matched ? end : endOfRun(scan.text, rule.run, bodyStart));
  }
  if (!found) return undefined;
  return { start: byContext ? afterQuote(scan.text, bodyStart) : start, end, kind: rule.kind, byContext };
}

function afterQuote(text: string, at: number): number {
  return isQuote(text.charCodeAt(at)) ? at + 1 : at;
}

function endOfRun(text: string, run: RegExp | undefined, from: number): number {
  if (!run) return from;
  run.lastIndex = from;
  run.test(text);
  return run.lastIndex;
}

/** Walks back over the part of the secret that stands before its anchor. */
function leadStart(scan: Scan, lead: NonNullable<ShapeRule["lead"]>, anchorStart: number): number | undefined {
  let start = anchorStart;
  while (start > scan.doneUntil && anchorStart - start < lead.max && lead.class.test(scan.text.charAt(start - 1)))
    start--;
  return anchorStart - start >= lead.min ? start : undefined;
}

/** A secret begins where no word goes on: `task-…` holds no `sk-…`. */
function mayBeginAt(scan: Scan, rule: ShapeRule, start: number): boolean {
  if (rule.glued || start === 0 || start === scan.doneUntil) return true;
  const before = scan.text.charCodeAt(start - 1);
  if (rule.alone && (isDigit(before) || before === 0x2d || before === 0x5f)) return endsEscape(scan.text, start);
  return !isLetter(before) || endsEscape(scan.text, start);
}

function passesCheck(check: BodyCheck, body: string): boolean {
  switch (check) {
    case "any":
      return true;
    case "has-digit":
      return /\d/.test(body);
    case "mixed":
      return /\d/.test(body) && /[A-Z]/.test(body) && /[a-z]/.test(body);
    case "not-snake-words":
      return /[A-Z0-9]/.test(body) || !body.includes("_");
    case "not-example":
      return !body.endsWith("EXAMPLE") && /\d/.test(body);
    case "not-placeholder":
      return !PLACEHOLDER.test(body);
    case "basic-credentials":
      return isBase64Credentials(body);
  }
}
