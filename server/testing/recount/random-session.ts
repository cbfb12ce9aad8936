import fc from "fast-check";
import type { TranscriptFile } from "./read-transcript";
import { ROOT, Script, sized } from "./script";

/** Sessions of random steps over few files and commands, so that almost everything happens twice. */
interface Step {
  readonly action: keyof typeof ACTIONS | "rewind";
  readonly byReviewer: boolean;
  readonly file: string;
  readonly fails: boolean;
  readonly choice: number;
}

const FILES = ["src/a.ts", "src/b.ts", "docs/guide.md", "CLAUDE.md"];
const RANGES = [{}, {}, { offset: 1, limit: 20 }, { offset: 5, limit: 10 }, { offset: 3 }, { limit: 100 }];
const OUTPUTS = ["5 passed", "1 failed", "0 errors", "ok", "nothing", "Error: no"];
const COMMANDS = [
  ...[
    "npm test",
    "npm t",
    "npm test src/a.test.ts",
    `cd ${ROOT} && npm test`,
    "cd /tmp && npm test",
    "npm test || true",
  ],
  ...["npm test 2>&1 | tail -5", "set -o pipefail && npm test | tail -3", "CI=1 timeout 60 npm test -- -t login"],
  ...[
    "npm run lint",
    "npm run build && npm test",
    "bash -lc 'npm test'",
    "tsc --noEmit",
    "npx tsc --noEmit > /tmp/out",
  ],
  ...["pytest -q tests/a.py", "python -m pytest tests/a.py", "python /tmp/x1/try.py", "python /tmp/x2/try.py"],
  ...[
    "git status",
    "git diff",
    "git commit -m one",
    "ls -la",
    "rg foo src",
    "make build; echo done",
    "npm install",
    "mv a b",
    "mv b a",
  ],
  ...[
    `cat ${ROOT}/src/a.ts`,
    `head -20 ${ROOT}/src/a.ts`,
    `sed -n '1,10p' ${ROOT}/src/a.ts`,
    `tail -n +5 ${ROOT}/src/a.ts`,
  ],
  ...[`cat ${ROOT}/src/a.ts | grep x`, `cat ${ROOT}/src/a.ts ${ROOT}/src/b.ts`, `cd ${ROOT}/src && cat a.ts`],
  ...[
    `sed -i s/a/b/ ${ROOT}/src/a.ts`,
    `echo hi > ${ROOT}/src/b.ts`,
    `cat <<'E' > ${ROOT}/src/a.ts\nline\nE`,
    "rm -rf dist",
  ],
];

function pick<T>(list: readonly T[], choice: number): T {
  const found = list[choice % list.length];
  if (found === undefined) throw new Error("Nothing to pick from.");
  return found;
}

const REFUSED = "The user doesn't want to proceed with this tool use.";

const ACTIONS = {
  read: (script: Script, { file, fails, choice }: Step, version: number) =>
    fails
      ? script.use("Read", { file_path: `${ROOT}/${file}` }, "<tool_use_error>No such file.", { isError: true })
      : script.read(file, sized(50 + (version % 3), `${file} ${version % 2}`), pick(RANGES, choice)),
  edit: (script: Script, { file, fails, choice }: Step) => {
    const text = fails ? pick(["<tool_use_error>String not found", REFUSED], choice) : "updated";
    return script.use("Edit", { file_path: `${ROOT}/${file}`, new_string: `${choice % 2}` }, text, { isError: fails });
  },
  write: (script: Script, { file, choice }: Step) =>
    script.use("Write", { file_path: `${ROOT}/${file}`, content: `${choice % 2}` }, "written"),
  run: (script: Script, { fails, choice }: Step) => {
    const text = pick(OUTPUTS, Math.floor(choice / COMMANDS.length));
    return script.run(pick(COMMANDS, choice), fails ? `Exit code 1\n${text}` : text, { isError: fails });
  },
  search: (script: Script, { choice }: Step) =>
    script.use("Grep", { pattern: pick(["foo", "bar"], choice) }, pick(["src/a.ts:1: foo", "none"], choice >> 1)),
  ask_graph: (script: Script, { choice, fails }: Step) =>
    script.use("mcp__graph__query_graph", { query: `q${choice % 3}` }, pick(["a b", "b a"], choice >> 2), {
      isError: fails,
    }),
  ask: (script: Script) => script.use("AskUserQuestion", { questions: [] }, "yes"),
  plan: (script: Script) => script.use("ExitPlanMode", { plan: "p" }, "User has approved your plan."),
  say: (script: Script) => script.say("Well."),
  load: (script: Script, { choice }: Step) =>
    script.load(
      pick(["tdd", "git"], choice),
      sized(40, `Base directory for this skill: /skills/tdd${choice % 2}\n\nBody`),
    ),
  prompt: (script: Script) => script.prompt("Go on."),
  compact: (script: Script) =>
    script.compact(sized(20, "This session is being continued from a previous conversation")),
};

/** Skills, prompts and compactions are the main thread's. */
const OF_MAIN = new Set<Step["action"]>(["load", "prompt", "compact"]);
/** What closes the window: nothing goes back behind it. */
const STARTS = new Set<Step["action"]>(["compact"]);

const STEP = fc.record<Step>({
  action: fc.oneof(
    { weight: 10, arbitrary: fc.constantFrom("read", "run") },
    { weight: 8, arbitrary: fc.constantFrom("edit", "write", "search", "ask_graph", "ask", "plan", "say") },
    { weight: 4, arbitrary: fc.constantFrom("load", "prompt", "compact", "rewind") },
  ),
  byReviewer: fc.boolean(),
  file: fc.constantFrom(...FILES),
  fails: fc.integer({ min: 0, max: 2 }).map((roll) => roll === 0),
  choice: fc.nat(COMMANDS.length * OUTPUTS.length - 1),
});

/** The same sessions every time, of a main thread and a reviewer that works beside it. */
export function randomSessions(count: number): TranscriptFile[][] {
  const steps = fc.array(STEP, { minLength: 60, maxLength: 90, size: "max" });
  return fc.sample(steps, { numRuns: count, seed: 20_261_130 }).map((one, at) => play(`random-${at}`, one));
}

function play(session: string, steps: readonly Step[]): TranscriptFile[] {
  const main = new Script(session).prompt("Go.");
  const reviewer = new Script(session, "b2c3d4", 12).prompt("Review.");
  const versions = new Map<string, number>();
  /** Where a rewind may go back to. */
  let marks = [main.last];
  for (const step of steps) {
    const { action, file } = step;
    const version = versions.get(file) ?? 0;
    if (action === "rewind") main.prompt("No, again.", pick(marks, step.choice));
    else ACTIONS[action](step.byReviewer && !OF_MAIN.has(action) ? reviewer : main, step, version);
    if (action === "edit" || action === "write") versions.set(file, version + 1);
    marks = STARTS.has(action) ? [main.last] : [...marks, main.last];
  }
  return [main.file(`harbor/${session}.jsonl`), reviewer.file(`harbor/${session}/subagents/agent-b2c3d4.jsonl`)];
}
