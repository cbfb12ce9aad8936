import { formatExact } from "../ui/format";
import { Notice } from "../ui/notice";
import type { Preview } from "./use-import";

/** What could not be read, by file and line, and files that hold nothing for this project. */
export function PreviewProblems({ preview, notText }: { preview: Preview; notText: readonly string[] }) {
  const { problems, problemCount, passedOver } = preview;
  const left = [...passedOver.filter((path) => !path.endsWith("stats.json")), ...notText];
  return (
    <>
      {problemCount > 0 ? (
        <Notice tone="warn" live="status">
          <p>
            {problemCount === 1
              ? "One place could not be read. The rest is kept."
              : `${formatExact(problemCount)} places could not be read. The rest is kept.`}
          </p>
          <ul aria-label="Places that could not be read" className="mt-1.5 grid gap-1 text-xs">
            {problems.slice(0, 50).map(({ file, line, field, message }) => (
              <li key={`${file} ${line} ${field} ${message}`} className="[overflow-wrap:anywhere]">
                <span className="font-mono">{line === null ? file : `${file}:${line}`}</span> {message}
              </li>
            ))}
          </ul>
          {problemCount > 50 ? <p className="mt-1 text-xs">{`and ${formatExact(problemCount - 50)} more.`}</p> : null}
        </Notice>
      ) : null}
      {left.length > 0 ? (
        <p className="text-xs text-ink-3 [overflow-wrap:anywhere]">
          {`Not read, since they hold no records: ${left.slice(0, 10).join(", ")}${left.length > 10 ? ` and ${formatExact(left.length - 10)} more` : ""}.`}
        </p>
      ) : null}
    </>
  );
}
