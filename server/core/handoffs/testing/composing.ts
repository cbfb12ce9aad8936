import { findDrafts } from "../../decisions/find-drafts";
import { groupFailures } from "../../failures/group-failures";
import type { SessionInput } from "../../prune/model";
import { aSession, type SessionBuilder } from "../../prune/testing/session-builder";
import { composeHandoff } from "../compose";
import type { HandoffNote } from "../note";

export function compose(session: SessionBuilder | SessionInput): HandoffNote | null {
  const input = "build" in session ? session.build() : session;
  return composeHandoff(input, {
    number: 12,
    startedAtMs: Date.UTC(2026, 2, 20, 13, 30),
    timeZone: "Europe/Berlin",
    cwd: "/repo",
    branch: "feat/auth",
    decisions: findDrafts(input, "n").map((draft, index) => ({ draft, ref: `DEC-0${15 + index}` })),
    failures: groupFailures(input).map((failure, index) => ({ failure, ref: `FAIL-00${index + 1}` })),
  });
}

/** For sessions that have something to hand over. */
export function note(session: SessionBuilder): HandoffNote {
  const composed = compose(session);
  if (!composed) throw new Error("There is no note.");
  return composed;
}

export const todo = (session: SessionBuilder, tool: string, args: unknown, text = "ok") =>
  session.used({ tool, toolClass: "todo", params: JSON.stringify(args), text }, {});

export const started = aSession().prompted("Implement user authentication with JWT tokens.");
