import { CopyField } from "../ui/copy-field";

/** A project without sessions: the two commands that bring the first ones. */
export function ConnectFirst({ project }: { project: string }) {
  return (
    <div className="grid max-w-[640px] gap-5 p-5 md:p-8">
      <div>
        <h2>An empty window</h2>
        <p className="mt-1 text-pretty text-ink-2">
          It fills when the first session arrives. Import what your agents have already written on this machine; nothing
          in their files is changed, and secrets are taken out before anything is stored.
        </p>
      </div>
      <ol className="grid gap-4">
        <li className="grid gap-1.5">
          <span>See what would be imported, from the folders of Claude Code, Codex and pi:</span>
          <CopyField
            command
            value={`npx steward import --project ${project} --dry-run`}
            label="Copy the trial command"
          />
        </li>
        <li className="grid gap-1.5">
          <span>Import it. A second run adds only what is new:</span>
          <CopyField command value={`npx steward import --project ${project}`} label="Copy the import command" />
        </li>
      </ol>
      <p className="text-xs text-ink-3">
        On another machine, make a key under Settings, API keys, copy <code>dist/steward.mjs</code> there, and run{" "}
        <code>node steward.mjs login</code> first.
      </p>
    </div>
  );
}
