import { formatDateTime, formatExactTime, formatRelative } from "./format";

type RelativeTimeProps = {
  iso: string;
  /** The server's clock when the page was made, so that server and browser agree. */
  nowIso: string;
  /** An IANA zone, the project's. */
  timeZone: string;
  /** `relative`: "39 min ago". `absolute`: "27 Nov, 14:06", with a year that is not this one. Both give the exact time on hover. */
  look?: "relative" | "absolute";
};

export function RelativeTime({ iso, nowIso, timeZone, look = "relative" }: RelativeTimeProps) {
  return (
    <time dateTime={iso} title={formatExactTime(iso, timeZone)} className="whitespace-nowrap">
      {look === "relative" ? formatRelative(iso, nowIso, timeZone) : formatDateTime(iso, timeZone, nowIso)}
    </time>
  );
}
