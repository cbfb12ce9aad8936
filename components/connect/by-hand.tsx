import { CONNECT_GUIDES, type ConnectClient } from "@/server/core/connect/clients";
import { CodeBlock } from "../ui/code-block";
import { filesByHand } from "./by-hand-files";

type ByHandProps = { origin: string; project: string; client: ConnectClient };

/** A skill is longer than what one reads at once. */
const MAX_HEIGHT_PX = 280;

/** The same without the command: each file and what goes into it. */
export function ByHand({ origin, project, client }: ByHandProps) {
  const { title } = CONNECT_GUIDES[client];
  const files = filesByHand(client, { origin, project });
  if (files.length === 0) {
    return <p className="text-ink-2">{title} has no files that could be told of the server.</p>;
  }
  return (
    <details className="min-w-0">
      <summary className="min-h-6 text-ink-2 hover:text-ink pointer-coarse:min-h-11">
        {files.length} files, to read or to write yourself
      </summary>
      <p className="mt-2 text-xs text-pretty text-ink-3">
        They name the key by the variable <code>STEWARD_KEY</code>, so set it where {title} starts, and they expect{" "}
        <code>steward</code> on the path. Put the entries beside what your files have already.
      </p>
      <ul className="mt-3 grid min-w-0 gap-4">
        {files.map(({ file, text, isOurs }) => (
          <li key={file} className="grid min-w-0 grid-cols-1 gap-1">
            <p className="flex flex-wrap items-baseline gap-x-2">
              <code className="[overflow-wrap:anywhere]">{file}</code>
              <span className="text-xs text-ink-3">{isOurs ? "a file of its own" : "merge into it"}</span>
            </p>
            <CodeBlock code={text} label={`the text of ${file}`} copy wrap={false} maxHeight={MAX_HEIGHT_PX} />
          </li>
        ))}
      </ul>
    </details>
  );
}
