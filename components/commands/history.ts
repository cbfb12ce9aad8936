import { z } from "zod";

/** In this browser: what was run last, and the session that it was run on by project. */
const COMMANDS = "steward-commands";
const sessionOf = (team: string, project: string) => `steward-command-session-${team}/${project}`;
const KEPT = 20;
const Phrases = z.array(z.string().max(10_000));

/** Newest first; what cannot be read counts as nothing. */
export function readHistory(): string[] {
  try {
    return Phrases.parse(JSON.parse(window.localStorage.getItem(COMMANDS) ?? "[]"));
  } catch {
    return [];
  }
}

export function keepCommand(phrase: string): void {
  const kept = [phrase, ...readHistory().filter((other) => other !== phrase)].slice(0, KEPT);
  write(COMMANDS, JSON.stringify(kept));
}

/** The session on which a command was run last in this project. */
export function readLastSession(team: string, project: string): number | null {
  try {
    const number = Number(window.localStorage.getItem(sessionOf(team, project)));
    return Number.isSafeInteger(number) && number > 0 ? number : null;
  } catch {
    return null;
  }
}

export function keepLastSession(team: string, project: string, session: number): void {
  write(sessionOf(team, project), String(session));
}

function write(name: string, value: string): void {
  try {
    window.localStorage.setItem(name, value);
  } catch {
    // Without storage nothing is offered again.
  }
}
