import { CLIENTS, type Client } from "../events/kinds";
import type { Capability } from "./session-views";

/**
 * What a client lets be done with its context: rewritten while it runs, only when a session is resumed, or nothing
 * but advice. A page says it before anyone expects a plan to change a running window.
 */
const CAPABILITY_OF_CLIENT: Readonly<Record<Client, Capability>> = {
  opencode: "live",
  pi: "live",
  "anthropic-messages": "live",
  "openai-messages": "live",
  "claude-code": "at-resume",
  codex: "at-resume",
  "gemini-cli": "at-resume",
  "copilot-cli": "at-resume",
  "swe-agent": "advice",
  openhands: "advice",
  cursor: "advice",
  cline: "advice",
  roo: "advice",
  aider: "advice",
  windsurf: "advice",
  codebuddy: "advice",
  openclaw: "advice",
  other: "advice",
};

function isClient(name: string): name is Client {
  return CLIENTS.some((client) => client === name);
}

export function capabilityOf(client: string): Capability {
  return CAPABILITY_OF_CLIENT[isClient(client) ? client : "other"];
}
