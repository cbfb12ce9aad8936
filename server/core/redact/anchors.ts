import { PRIVATE_KEY_ANCHOR } from "./private-key";
import { NAMED_OPENERS, SHAPE_RULES, type ShapeRule } from "./rules";

/** One literal to look for, with where in it the indexed pair of characters stands. */
export interface Anchor {
  readonly literal: string;
  /** Distance from the first character of the literal to the SECOND character of its indexed pair. */
  readonly pairEnd: number;
  readonly rule: ShapeRule | "private-key" | "named";
  /** Place of the rule in the table: the key of what a scan remembers about it. */
  readonly ruleIndex: number;
}

/** Bucket of a pair that ends in `:` or `=`; these are looked at for names, not for anchors. */
export const SEPARATOR_BUCKET = 1;
const FIRST_ANCHOR_BUCKET = 2;

export interface AnchorIndex {
  /** Bucket by `(previous & 127) << 7 | (current & 127)`; 0 means that nothing can be here. */
  readonly bucketOfPair: Uint8Array;
  readonly anchorsOfBucket: readonly (readonly Anchor[])[];
}

/** The index of a pair of UTF-16 units. Units above 127 alias an ASCII one: the literal is compared afterwards. */
export function pairIndex(previous: number, current: number): number {
  return ((previous & 127) << 7) | (current & 127);
}

// From most to least frequent in code and English text; what is not listed (capitals, digits, `_`) is rare.
const COMMON_CHARACTERS = ' etaoinsrlcdu"p,.m:fhgb/-y()';
const RARE_WEIGHT = 1;

function weightOf(character: string): number {
  const place = COMMON_CHARACTERS.indexOf(character);
  return place < 0 ? RARE_WEIGHT : COMMON_CHARACTERS.length - place + 2;
}

/** The rarest pair of a literal makes the fewest false stops of the scan. */
function rarestPairEnd(literal: string): number {
  let best = -1;
  let bestWeight = Number.POSITIVE_INFINITY;
  for (let end = 1; end < literal.length; end++) {
    const second = literal.charAt(end);
    if (second === ":" || second === "=") continue;
    const weight = weightOf(literal.charAt(end - 1)) * weightOf(second);
    if (weight < bestWeight) {
      bestWeight = weight;
      best = end;
    }
  }
  return best;
}

/**
 * Writes `[…]{20,}` as `[…]{20}[…]*`. They match the same, but V8 keeps one entry of its backtracking stack per
 * character of a counted loop, and throws in a run of tens of millions; the plain star needs none.
 */
function withoutOpenCounts(body: RegExp): RegExp {
  return new RegExp(body.source.replace(/(\[(?:[^\]\\]|\\.)+\])\{(\d+),\}/g, "$1{$2}$1*"), body.flags);
}

function allAnchors(): Anchor[] {
  const shapes = SHAPE_RULES.flatMap((row, ruleIndex) => {
    const rule = { ...row, body: withoutOpenCounts(row.body) };
    return rule.anchors.map((literal): Anchor => ({ literal, pairEnd: rarestPairEnd(literal), rule, ruleIndex }));
  });
  const special = [
    { literal: PRIVATE_KEY_ANCHOR, rule: "private-key" as const },
    ...NAMED_OPENERS.map((literal) => ({ literal, rule: "named" as const })),
  ];
  return [
    ...shapes,
    ...special.map((anchor) => ({ ...anchor, pairEnd: rarestPairEnd(anchor.literal), ruleIndex: SHAPE_RULES.length })),
  ];
}

/** Builds the index over the rule table: once, when the module loads. */
export function buildAnchorIndex(): AnchorIndex {
  const bucketOfPair = new Uint8Array(128 * 128);
  for (let previous = 0; previous < 128; previous++) {
    bucketOfPair[pairIndex(previous, 0x3a)] = SEPARATOR_BUCKET;
    bucketOfPair[pairIndex(previous, 0x3d)] = SEPARATOR_BUCKET;
  }
  const buckets: Anchor[][] = [[], []];
  for (const anchor of allAnchors()) {
    const pair = pairIndex(anchor.literal.charCodeAt(anchor.pairEnd - 1), anchor.literal.charCodeAt(anchor.pairEnd));
    let bucket = bucketOfPair[pair] ?? 0;
    if (bucket < FIRST_ANCHOR_BUCKET) {
      bucket = buckets.length;
      buckets.push([]);
      bucketOfPair[pair] = bucket;
    }
    buckets[bucket]?.push(anchor);
  }
  return { bucketOfPair, anchorsOfBucket: buckets };
}
