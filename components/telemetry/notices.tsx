import type { FilterProblem } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { formatDuration, formatExact } from "../ui/format";
import { Notice } from "../ui/notice";
import { plural } from "./words";

/** Parts of an address that could not be read; what could be read is in force. */
export function FilterProblems({ problems }: { problems: readonly FilterProblem[] }) {
  if (problems.length === 0) return null;
  return (
    <Notice tone="warn" live="status">
      <ul>
        {problems.map((problem) => (
          <li key={`${problem.field}=${problem.value}`}>
            <code>
              {problem.field}={problem.value}
            </code>{" "}
            in the address is left out. {problem.message}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

type LagNoticeProps = { lag: Overview["lag"]; asOf: string };

/** Says that figures of noise are behind, and by how much. Tokens added are never behind. */
export function LagNotice({ lag, asOf }: LagNoticeProps) {
  if (lag.sessions === 0 && lag.failed === 0) return null;
  const age = lag.oldestAt ? formatDuration(Date.parse(asOf) - Date.parse(lag.oldestAt)) : null;
  return (
    <Notice tone={lag.failed > 0 ? "warn" : "info"} live="status" className="border-b border-b-line">
      {lag.sessions > 0 ? (
        <span>
          {formatExact(lag.sessions)} {plural(lag.sessions, "session waits", "sessions wait")} for analysis
          {age ? `, the oldest for ${age}` : ""}. Noise figures follow; tokens added are complete.{" "}
        </span>
      ) : null}
      {lag.failed > 0 ? (
        <span>
          The analysis of {formatExact(lag.failed)} {plural(lag.failed, "session")} failed; their noise is missing. The
          worker tries again with the next upload.
        </span>
      ) : null}
    </Notice>
  );
}
