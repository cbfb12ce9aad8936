import { EventEmitter } from "node:events";
import { type Command, Help } from "commander";
import { nearestCommands } from "@/server/core/commands/nearest";
import { say, style } from "./output";

/** How the command line tells of itself: groups, examples, and faults in one sentence. */

const OTHER_GROUP = "Server and this machine:";

/** In the order in which help shows them; a command that none names stands in the last group. */
const GROUPS: readonly { readonly heading: string; readonly commands: readonly string[] }[] = [
  { heading: "Agents' side:", commands: ["import", "watch", "connect", "hook", "index"] },
  {
    heading: "A session's context:",
    commands: [
      ...["status", "budget", "priority", "load", "graph", "prune", "compact", "archive", "restore", "pin"],
      ...["checkpoint", "resume", "context"],
    ],
  },
  {
    heading: "Memory of the team:",
    commands: [
      ...["search", "decisions", "record", "check", "constraints", "preferences", "summarize", "handoff", "claim"],
    ],
  },
  { heading: "Data:", commands: ["export", "import-context", "telemetry", "backup", "restore-backup"] },
  { heading: OTHER_GROUP, commands: ["login", "doctor", "completion", "upgrade", "admin"] },
];

/** Of commands that do not come from the table of smart commands and bring no examples of their own. */
const EXAMPLES: Readonly<Record<string, readonly string[]>> = {
  login: ["steward login https://steward.example.org", "steward login http://localhost:3000 --project billing-api"],
  import: [
    "steward import --dry-run",
    "steward import ~/.codex/sessions --project billing-api",
    'steward import "logs/*.json"',
  ],
  index: ["steward index", "steward index ../api --coverage reports/lcov.info --dry-run"],
  watch: ["steward watch"],
  connect: ["steward connect", "steward connect claude-code --dry-run", "steward connect codex --undo"],
  hook: ["steward hook claude-code < payload.json", "steward hook --flush"],
  export: [
    "steward export --dry-run",
    "steward export --to ../notes/.context",
    "steward export --format decisions --to - > DECISIONS.jsonl",
  ],
  "import-context": ["steward import-context --dry-run", "steward import-context ../other/.context --yes"],
  telemetry: ["steward telemetry --from 2026-06-01 > TELEMETRY.jsonl"],
  upgrade: ["steward upgrade"],
  admin: ["steward admin reset-link ada@example.org"],
  "admin reset-link": ["steward admin reset-link ada@example.org --data ~/steward"],
  record: ['steward record decision "Round half up" --because "auditors ask for it"'],
  check: ['steward check failure "npm ci hangs behind the proxy"'],
};

const FIRST_STEPS = `
Examples:
  steward login https://steward.example.org   keep a server's key
  steward connect claude-code                 send its sessions while they run
  steward import                              upload what your agents wrote before
  steward status                              how full your last session is, and what to do
  steward check failure "npm ci hangs"        was it tried before, and what worked
  steward resume | claude                     start a fresh session from the latest checkpoint

Exit codes: 0 done, 1 something was not taken, 2 wrong use or no server, 130 stopped by Ctrl-C.
steward <command> --help tells more of each.`;

/** Set before the commands are made, since they take it over. */
export function speakPlainly(program: Command): Command {
  const help = new Help();
  return program
    .commandsGroup(OTHER_GROUP)
    .helpOption("-h, --help", "show this help")
    .helpCommand("help [command]", "Shows the help of a command.")
    .configureOutput({ outputError: (text) => say.error(asSentence(text)) })
    .configureHelp({
      styleTitle: style.bold,
      subcommandTerm: (command) => command.name(),
      visibleCommands: (command) => help.visibleCommands(command).sort((a, b) => placeOf(a) - placeOf(b)),
      // Groups stand in the order of what is shown, and not of what was added first.
      groupItems: (_added, shown, groupOf) => help.groupItems(shown, shown, groupOf),
    });
}

const ORDER = GROUPS.flatMap(({ commands }) => commands);

/** Commands of a group in the order of the list, those that it does not name last. */
function placeOf(command: Command): number {
  const place = ORDER.indexOf(command.name());
  return place < 0 ? ORDER.length : place;
}

/** Groups the commands and gives each an example, once all are there. */
export function arrangeHelp(program: Command): Command {
  for (const command of program.commands) {
    const group = GROUPS.find(({ commands }) => commands.includes(command.name()));
    command.helpGroup(group?.heading ?? OTHER_GROUP);
  }
  addExamples(program, "");
  return program.addHelpText("after", FIRST_STEPS);
}

function addExamples(parent: Command, before: string): void {
  for (const command of parent.commands) {
    const name = `${before}${command.name()}`;
    const examples = EXAMPLES[name];
    const hasOwn = command instanceof EventEmitter && command.listenerCount("afterHelp") > 0;
    if (examples && !hasOwn)
      command.addHelpText("after", ["", "Examples:", ...examples.map((line) => `  ${line}`)].join("\n"));
    addExamples(command, `${name} `);
  }
}

/** `error: unknown option '--foo'\n(Did you mean --for?)` as the house writes. */
export function asSentence(text: string): string {
  const [fault = "", ...hints] = text
    .replace(/^error: /, "")
    .split("\n")
    .map((line) => line.trim().replace(/^\((.*)\)$/, "$1"))
    .filter((line) => line !== "");
  return [fault, ...(hints.length > 0 ? hints : remedyFor(fault))].map(withFullStop).join(" ");
}

/** What commander has no hint for. */
function remedyFor(fault: string): string[] {
  const command = /^unknown command '([^']*)'/.exec(fault)?.[1];
  const near = command === undefined ? [] : nearestCommands([command]);
  if (near.length > 0) return [`Did you mean ${near.join(" or ")}?`];
  return /^unknown option/.test(fault) ? ["Put words that begin with a dash in quotes, behind --"] : [];
}

function withFullStop(part: string): string {
  return `${part.charAt(0).toUpperCase()}${part.slice(1)}${/[.?]$/.test(part) ? "" : "."}`;
}
