import { COMMANDS, usageOf } from "../commands/table";

export const SKILL_NAME = "context-steward";

/** The phrases that a person says first; the others are in the skill itself. */
const FIRST = ["status", "summarize", "decisions", "handoff", "priority", "search", "compact", "budget"];

const DESCRIPTION =
  "Answers phrases about the agent's context and the team's memory: " +
  `${FIRST.map((name) => `"context ${name}"`).join(", ")}, and: archive, restore, pin, checkpoint, resume, load, graph, ` +
  "record decision, record failure, check failure, constraints, preferences. Use it when somebody says such a phrase, " +
  "before trying something that may have failed before, when a decision was made, and when the context is getting full.";

/**
 * The skill, as every client that reads SKILL.md takes it. The frontmatter has only the fields that all of them know;
 * the phrases come from the table that runs them.
 */
export function skillText(): string {
  return `---
name: ${SKILL_NAME}
description: ${JSON.stringify(DESCRIPTION)}
license: MIT
metadata:
  version: "1"
---

# Context Steward

Context Steward keeps this project's sessions, decisions and failures on the team's server and prunes what is noise.

## How to answer a phrase

1. If the tools of the MCP server \`steward\` are there, call the one with the command's name: \`budget\`, \`record_decision\`.
2. Else run the phrase as it was said: \`steward context status\`, \`steward context budget 200k\`. Quote words with blanks.
3. If \`steward\` is not found, run \`node ~/.local/share/context-steward/steward.mjs context status\`.
4. Give the answer as it stands. Do not guess figures; if the server is away, say so and go on with the work.

A command about a session acts on the project's latest one; \`on S-12\` at its end names another.

## Phrases

| Say | What it does |
|---|---|
${COMMANDS.map((command) => `| \`${cell(usageOf(command))}\` | ${cell(command.summary)} |`).join("\n")}

## Without being asked

- Before an approach that may have been tried: \`context check failure <what>\`. If it failed before, say what worked instead.
- After a decision that others must keep to: \`context record decision <title> because <why>\`.
- After a failure whose cause is known: \`context record failure <what> because <why>\`.
- Before ending, if work remains: \`context handoff\`.

Constraints and decisions that the start of the session named are binding. If one stands in the way, say so instead of working around it.

## What leaves the window

A result stays in full while its exact text may still serve the work at hand, its review or its next step. Size and age prove nothing: in doubt, keep it.

- Look at boundaries: an exploration or a task has ended, checks have settled, the route has changed, work resumes. \`context archive\` says what may go, and why.
- A broad search may go once the file that it found was read and is enough: \`context archive <refs>\`. Where paths, queries, sources or open findings still matter, say them: \`context archive <ref> keeping <what still matters>\`. That is no quotation; where the wording may matter, keep the result.
- Name only refs that stand in your context as \`ctx:<id>\`; never guess one. Only what the answer calls changed has changed. Correct a refused request and send it once more; after that, leave it and say so.
- \`context restore <refs>\` brings results back byte by byte. What a compaction took is history: \`context search\` finds it, the tool \`history\` reads it. Never write it anew from what was kept.
`;
}

/** A bar would end the cell of a table. */
function cell(text: string): string {
  return text.replaceAll("|", "\\|");
}
