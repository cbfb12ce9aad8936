import type { Client } from "../events/kinds";

/** Whose files they are: everybody's projects on this machine, or those of one project, which a team commits. */
export const CONNECT_SCOPES = ["user", "project"] as const;
export type ConnectScope = (typeof CONNECT_SCOPES)[number];

/** Clients that can be connected, in the order in which they are offered. */
export const CONNECT_CLIENTS = [
  "claude-code",
  "codex",
  "gemini-cli",
  "cursor",
  "copilot-cli",
  "opencode",
  "cline",
  "roo",
  "pi",
  "openhands",
  "aider",
] as const satisfies readonly Client[];
export type ConnectClient = (typeof CONNECT_CLIENTS)[number];

/** Folders that clients keep on a machine; what each means there is the command's to know. */
export type FileRoot =
  | "home"
  | "project"
  | "claude"
  | "claude-json"
  | "codex"
  | "copilot"
  | "opencode"
  | "vscode"
  | "pi";

export interface FilePlace {
  readonly root: FileRoot;
  /** Below the root, with slashes. */
  readonly path: string;
}

export interface ConnectGuide {
  readonly title: string;
  /** A file or folder that is there once the client was used. */
  readonly traces: readonly FilePlace[];
  readonly scopes: readonly ConnectScope[];
  /** How its sessions reach the server. */
  readonly upload: "hooks" | "extension" | "watch" | "import";
  readonly hasMcp: boolean;
  /** What a person still has to do, in the order of doing. */
  readonly after: readonly string[];
}

const WATCH = "Its sessions are sent by `steward watch`, which runs beside it, or at any time by `steward import`.";

/** What each client can do, as its documentation tells: hooks, MCP over HTTP, skills. */
export const CONNECT_GUIDES: Readonly<Record<ConnectClient, ConnectGuide>> = {
  "claude-code": {
    title: "Claude Code",
    traces: [{ root: "claude", path: "" }],
    scopes: ["user", "project"],
    upload: "hooks",
    hasMcp: true,
    after: ["Start a new session: running ones keep the hooks that they started with."],
  },
  codex: {
    title: "Codex",
    traces: [{ root: "codex", path: "" }],
    scopes: ["user", "project"],
    upload: "hooks",
    hasMcp: true,
    after: ["Start Codex, type `/hooks` and trust the hooks of Context Steward: Codex runs no others."],
  },
  "gemini-cli": {
    title: "Gemini CLI",
    traces: [{ root: "home", path: ".gemini" }],
    scopes: ["user", "project"],
    upload: "hooks",
    hasMcp: true,
    after: ["Start a new session."],
  },
  cursor: {
    title: "Cursor",
    traces: [{ root: "home", path: ".cursor" }],
    scopes: ["user", "project"],
    upload: "hooks",
    hasMcp: true,
    after: ["Restart Cursor, and switch the server on under Settings, MCP if it is off."],
  },
  "copilot-cli": {
    title: "Copilot CLI",
    traces: [{ root: "copilot", path: "" }],
    scopes: ["user", "project"],
    upload: "hooks",
    hasMcp: true,
    after: ["Start a new session."],
  },
  opencode: {
    title: "OpenCode",
    traces: [{ root: "opencode", path: "" }],
    scopes: ["user", "project"],
    upload: "import",
    hasMcp: true,
    after: [
      "Its sessions lie in a database: `opencode export <session> > session.json`, then `steward import session.json`.",
    ],
  },
  cline: {
    title: "Cline",
    traces: [{ root: "vscode", path: "saoudrizwan.claude-dev" }],
    scopes: ["user"],
    upload: "watch",
    hasMcp: true,
    after: [WATCH],
  },
  roo: {
    title: "Roo Code",
    traces: [{ root: "vscode", path: "rooveterinaryinc.roo-cline" }],
    scopes: ["user", "project"],
    upload: "watch",
    hasMcp: true,
    after: [WATCH],
  },
  pi: {
    title: "pi",
    traces: [{ root: "pi", path: "" }],
    scopes: ["user", "project"],
    upload: "extension",
    hasMcp: false,
    after: ["Start a new session."],
  },
  openhands: {
    title: "OpenHands",
    traces: [{ root: "home", path: ".openhands" }],
    scopes: ["user"],
    upload: "import",
    hasMcp: true,
    after: [
      "Its events are one file each: `jq -c . events/*.json > events/all.jsonl`, then `steward import events/all.jsonl`.",
    ],
  },
  aider: {
    title: "Aider",
    traces: [
      { root: "home", path: ".aider.conf.yml" },
      { root: "home", path: ".aider" },
    ],
    scopes: [],
    upload: "watch",
    hasMcp: false,
    after: ["Aider has neither hooks nor MCP. Send its history from the repository: `steward import .`"],
  },
};

/** How a path of a root is written for people. */
export const ROOT_WORDS: Readonly<Record<FileRoot, string>> = {
  home: "~",
  project: ".",
  claude: "~/.claude",
  "claude-json": "~",
  codex: "~/.codex",
  copilot: "~/.copilot",
  opencode: "~/.config/opencode",
  vscode: "<VS Code>/User/globalStorage",
  pi: "~/.pi/agent",
};
