import { readFile } from "node:fs/promises";
import { z } from "zod";

const Meta = z.object({ agentType: z.string().min(1) });

/** Claude Code may write `agent-<id>.meta.json` beside a sub-agent's transcript; it tells the agent's type. */
export async function readAgentTypes(transcript: string): Promise<ReadonlyMap<string, string>> {
  const match = /agent-([^\\/]+)\.jsonl$/.exec(transcript);
  if (!match?.[1]) return new Map();
  try {
    const meta = Meta.parse(JSON.parse(await readFile(transcript.replace(/\.jsonl$/, ".meta.json"), "utf8")));
    return new Map([[match[1], meta.agentType]]);
  } catch {
    return new Map(); // the file is optional, and a torn one tells nothing
  }
}
