import type { ConnectClient } from "@/server/core/connect/clients";

/** How an agent is connected, and what brings in the sessions that it has written already. */
export interface AgentGuide {
  readonly key: string;
  readonly name: string;
  /** Null: any other. */
  readonly client: ConnectClient | null;
  /** Only what the `steward` command does, as `steward --help` lists it. */
  readonly steps: readonly { readonly label: string; readonly command: string }[];
  readonly note: string;
}

export function agentGuides(project: string): AgentGuide[] {
  const to = `--project ${project}`;
  return [
    {
      key: "claude-code",
      name: "Claude Code",
      client: "claude-code",
      steps: [{ label: "Send its earlier sessions", command: `steward import ~/.claude/projects ${to}` }],
      note: "Sub-agents and skills come along by themselves. With --dry-run it only says what it would send.",
    },
    {
      key: "codex",
      name: "Codex",
      client: "codex",
      steps: [{ label: "Send its earlier sessions", command: `steward import ~/.codex/sessions ${to}` }],
      note: "Reads the rollout files that Codex writes. With --dry-run it only says what it would send.",
    },
    {
      key: "opencode",
      name: "OpenCode",
      client: "opencode",
      steps: [
        { label: "Export an earlier session", command: "opencode export <session> > session.json" },
        { label: "Send it", command: `steward import session.json ${to}` },
      ],
      note: "OpenCode keeps sessions in its own store, so each is exported and named.",
    },
    {
      key: "other",
      name: "Other agents",
      client: null,
      steps: [
        { label: "Send the earlier sessions that are found", command: `steward import ${to}` },
        { label: "SWE-agent, or a list of messages", command: `steward import run.traj messages.json ${to}` },
      ],
      note: "Lists are those of the Anthropic or the OpenAI API. Any other agent uploads events by HTTP, as docs/guides/ingest.md tells.",
    },
  ];
}
