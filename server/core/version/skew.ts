import { CONTRACT_VERSION } from "../events/limits";

/**
 * A steward of one version and a server of another. Each tells its product version and the number of its contract in
 * these headers of every call and answer. The contract is that of the uploads (`CONTRACT_VERSION`): the server takes
 * the numbers that it knows and refuses others; an older product version is only worth a hint.
 */
export const VERSION_HEADER = "x-steward-version";
export const CONTRACT_HEADER = "x-steward-contract";
/** The hash of the command that the server hands out, in hexadecimal. */
export const SHA256_HEADER = "x-steward-sha256";

/** The oldest contract that the server still takes. */
const OLDEST_CONTRACT = 1;

/** Why a call under this contract is refused; null when it is taken. Clients of other makers send no such header. */
export function refuseContract(told: string | null): string | null {
  if (told === null) return null;
  const contract = /^\d{1,9}$/.test(told.trim()) ? Number(told) : Number.NaN;
  if (contract >= OLDEST_CONTRACT && contract <= CONTRACT_VERSION) return null;
  const theirs = Number.isNaN(contract) ? "an unknown one" : contract;
  return `The server speaks contract ${CONTRACT_VERSION}, this steward ${theirs}. Run: steward upgrade`;
}

/** Whether version `own` comes before `other`, both such as `1.4.0`; false when one of them is no version. */
export function isOlder(own: string, other: string): boolean {
  const [mine, theirs] = [own, other].map(partsOf);
  if (!mine || !theirs) return false;
  for (const [index, part] of mine.numbers.entries()) {
    const difference = part - (theirs.numbers[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  // 1.4.0-beta.1 comes before 1.4.0; two previews of one version are taken as equal.
  return mine.isPreview && !theirs.isPreview;
}

function partsOf(version: string): { numbers: number[]; isPreview: boolean } | null {
  const found = /^(\d{1,9})\.(\d{1,9})\.(\d{1,9})(-[0-9A-Za-z.-]+)?(?:\+.*)?$/.exec(version.trim());
  if (!found) return null;
  return { numbers: found.slice(1, 4).map(Number), isPreview: found[4] !== undefined };
}
