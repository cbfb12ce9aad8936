/**
 * A name of 13 characters made of a text, for sessions whose format gives them none. The core has no cryptography of
 * its own, and none is needed: two FNV-1a sums of 32 bits with different starts tell texts apart that nobody forged.
 * http://www.isthe.com/chongo/tech/comp/fnv/
 */
export function fingerprint(text: string): string {
  const high = fnv1a(text, OFFSET_BASIS);
  const low = fnv1a(text, high ^ OFFSET_BASIS ^ text.length);
  return (BigInt(high) * 2n ** 32n + BigInt(low)).toString(36).padStart(13, "0");
}

const OFFSET_BASIS = 0x811c9dc5;
const PRIME = 0x01000193;

/** Over UTF-16 units, low byte first. */
function fnv1a(text: string, start: number): number {
  let sum = start >>> 0;
  for (let index = 0; index < text.length; index++) {
    const unit = text.charCodeAt(index);
    sum = Math.imul(sum ^ (unit & 0xff), PRIME) >>> 0;
    sum = Math.imul(sum ^ (unit >>> 8), PRIME) >>> 0;
  }
  return sum;
}
