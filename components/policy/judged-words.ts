import { plural } from "../telemetry/words";
import { formatExact } from "../ui/format";

/** Sessions by the version of the policy that judged them; null waits for its first analysis. */
export type Judged = readonly { readonly version: number | null; readonly sessions: number }[];

/** Version 0 is the preset that the product comes with. */
export function policyName(version: number): string {
  return version === 0 ? "built-in policy" : `policy v${version}`;
}

/** The same in a sentence about versions: "v3", "the built-in policy". */
export function versionName(version: number): string {
  return version === 0 ? "the built-in policy" : `v${version}`;
}

export function isAllJudged(judged: Judged, version: number): boolean {
  return judged.every((row) => row.version === version);
}

/** Which figures are of which version. */
export function judgedWords(judged: Judged, version: number): string {
  const total = judged.reduce((sum, row) => sum + row.sessions, 0);
  if (total === 0) return "no session yet";
  const rest = judged.filter((row) => row.version !== version);
  if (rest.length === 0) return `${formatExact(total)} ${plural(total, "session")} judged by ${versionName(version)}`;
  const words = rest.map(
    (row) =>
      `${formatExact(row.sessions)} ${row.version === null ? "not yet judged" : `still by ${versionName(row.version)}`}`,
  );
  return `${formatExact(total - rest.reduce((sum, row) => sum + row.sessions, 0))} of ${formatExact(total)} sessions judged by ${versionName(version)}, ${words.join(", ")}`;
}
