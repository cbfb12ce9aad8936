/** What brings sessions in, by agent: only what the `steward` command does, as `npx steward --help` lists it. */

export interface AgentGuide {
  readonly key: string;
  readonly name: string;
  readonly steps: readonly { readonly label: string; readonly command: string }[];
  readonly note: string;
}

export function agentGuides(project: string): AgentGuide[] {
  const to = `--project ${project}`;
  return [
    {
      key: "claude-code",
      name: "Claude Code",
      steps: [
        { label: "See what would be sent", command: `npx steward import ~/.claude/projects ${to} --dry-run` },
        { label: "Send it", command: `npx steward import ~/.claude/projects ${to}` },
      ],
      note: "Sub-agents and skills come along by themselves.",
    },
    {
      key: "codex",
      name: "Codex",
      steps: [
        { label: "See what would be sent", command: `npx steward import ~/.codex/sessions ${to} --dry-run` },
        { label: "Send it", command: `npx steward import ~/.codex/sessions ${to}` },
      ],
      note: "Reads the rollout files that Codex writes.",
    },
    {
      key: "opencode",
      name: "OpenCode",
      steps: [
        { label: "Export a session", command: "opencode export <session> > session.json" },
        { label: "Send it", command: `npx steward import session.json ${to}` },
      ],
      note: "OpenCode keeps sessions in its own store, so each is exported and named.",
    },
    {
      key: "other",
      name: "Other agents",
      steps: [
        { label: "pi: its sessions are found by themselves", command: `npx steward import ${to}` },
        { label: "SWE-agent, or a list of messages", command: `npx steward import run.traj messages.json ${to}` },
      ],
      note: "Lists are those of the Anthropic or the OpenAI API. Any other agent uploads events by HTTP, as docs/guides/ingest.md tells.",
    },
  ];
}
