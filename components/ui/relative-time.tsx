import clsx from "clsx";
import { formatDate, formatDateTime, formatExactTime, formatRelative } from "./format";

type RelativeTimeProps = {
  iso: string;
  /** The server's clock when the page was made, so that server and browser agree. */
  nowIso: string;
  /** An IANA zone: the project's, or the reader's where there is no project (local-time.tsx). */
  timeZone: string;
  /**
   * `relative`: "39 min ago". `absolute`: "27 Nov, 14:06", with a year that is not this one. `date`: "27 Nov 2026". All
   * give the exact time on hover.
   */
  look?: "relative" | "absolute" | "date";
};

/** Inside a link or a row that has the focus the exact time is drawn below, since a keyboard cannot hover. */
const ON_FOCUS =
  "relative after:hidden [:is(a,button,summary,[role=row]):focus-visible_&]:after:block [:is(a,button,summary,[role=row]):focus-visible_&]:after:absolute after:top-full after:right-0 after:z-20 " +
  "after:rounded-sm after:bg-ink after:px-1.5 after:py-0.5 after:text-2xs after:font-normal after:text-surface " +
  "[:is(a,button,summary,[role=row]):focus-visible_&]:after:content-[attr(data-exact)]";

export function RelativeTime({ iso, nowIso, timeZone, look = "relative" }: RelativeTimeProps) {
  const exact = formatExactTime(iso, timeZone);
  const shown = {
    relative: () => formatRelative(iso, nowIso, timeZone),
    absolute: () => formatDateTime(iso, timeZone, nowIso),
    date: () => formatDate(iso, timeZone),
  };
  return (
    <time dateTime={iso} title={exact} data-exact={exact} className={clsx("whitespace-nowrap", ON_FOCUS)}>
      {shown[look]()}
    </time>
  );
}
