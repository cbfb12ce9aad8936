import { recordingOf } from "@/server/core/replay/recording";
import { toSession } from "@/server/services/memory/testing/read-transcript";
import type { NamedRecording } from "./recordings";
import { Agent } from "./synthetic/agent";
import { claudeCode, codex, type Dialect, openCode } from "./synthetic/dialect";
import { Random } from "./synthetic/random";
import { Repository } from "./synthetic/repository";

interface Script {
  readonly name: string;
  readonly dialect: (root: string) => Dialect;
  readonly seed: number;
  readonly tasks: number;
  /** The window is compacted behind this task. Null: never. */
  readonly compactBehind: number | null;
}

const SCRIPTS: readonly Script[] = [
  { name: "claude-code-one-long-day", dialect: claudeCode, seed: 11, tasks: 11, compactBehind: null },
  { name: "claude-code-two-tasks", dialect: claudeCode, seed: 12, tasks: 4, compactBehind: null },
  { name: "claude-code-compacted", dialect: claudeCode, seed: 13, tasks: 8, compactBehind: 4 },
  { name: "codex-many-tasks", dialect: codex, seed: 21, tasks: 9, compactBehind: null },
  { name: "codex-short", dialect: codex, seed: 22, tasks: 4, compactBehind: null },
  { name: "codex-compacted", dialect: codex, seed: 23, tasks: 9, compactBehind: 5 },
  { name: "opencode-long", dialect: openCode, seed: 31, tasks: 8, compactBehind: null },
  { name: "opencode-short", dialect: openCode, seed: 32, tasks: 4, compactBehind: null },
];

/** Sessions of made-up agents on made-up code, the same at every run: they need no recording of anybody. */
export function syntheticRecordings(): NamedRecording[] {
  return SCRIPTS.map(({ name, dialect, seed, tasks, compactBehind }) => {
    const random = new Random(seed);
    const root = `/home/dev/${name}`;
    const repository = new Repository(root, random);
    const part = new Agent(name, dialect(root), repository, random).run(tasks, compactBehind);
    const { input } = toSession(name, [part]);
    return { name, client: input.client, recording: recordingOf(input) };
  }).sort((a, b) => (a.name < b.name ? -1 : 1));
}
