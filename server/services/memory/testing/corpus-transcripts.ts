import { readdirSync } from "node:fs";
import { join } from "node:path";

/** Clients whose transcripts the corpus has and the product reads. */
const CLIENTS = ["claude-code", "codex", "opencode", "pi", "swe-agent"];

/** Each transcript of a corpus folder with the files of its sub-agents. */
export function corpusTranscripts(folder: string): string[][] {
  const all = CLIENTS.flatMap((client) =>
    readdirSync(join(folder, client), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && /\.(?:jsonl?|traj)$/.test(entry.name))
      .map((entry) => join(entry.parentPath, entry.name)),
  );
  const mains = all.filter((file) => !file.includes("/subagents/")).sort();
  return mains.map((main) => [
    main,
    ...all.filter((file) => file.startsWith(`${main.replace(/\.\w+$/, "")}/subagents/`)),
  ]);
}
