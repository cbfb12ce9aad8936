import { describe, expect, it } from "vitest";
import { aSession, type SessionBuilder } from "../prune/testing/session-builder";
import { timelineOf } from "../prune/timeline";
import { passedLaterIn } from "./passed-later";

const failed = (command: string) => aSession().ran(command, { exit: 1 });

function passedLater(session: SessionBuilder): boolean | undefined {
  const timeline = timelineOf(session.build());
  const failure = timeline.entries.find(({ event }) => event.exitCode === 1);
  return failure && passedLaterIn(timeline)(failure);
}

describe("a failed check", () => {
  it("passed later by the same run, or by a run of the whole", () => {
    const part = failed("bun test src/auth");
    expect(passedLater(part)).toBe(false);
    expect(passedLater(part.ran("bun test src/auth"))).toBe(true);
    expect(passedLater(part.ran("bun test"))).toBe(true);
    expect(passedLater(part.ran("bun test src/cart"))).toBe(false);
    expect(passedLater(part.ran("bun test", { exit: 2 }))).toBe(false);
    expect(passedLater(part.ran("bun test || true"))).toBe(false);
    expect(passedLater(part.inThread("sub").ran("bun test"))).toBe(false);
  });

  it("passed later only where it failed", () => {
    const inA = failed("cd packages/a && bun test");
    expect(passedLater(inA.ran("cd packages/b && bun test"))).toBe(false);
    expect(passedLater(inA.ran("cd packages/a && bun test"))).toBe(true);
    expect(passedLater(inA.ran("bun test"))).toBe(true);
    expect(passedLater(failed("bun test").ran("cd packages/a && bun test"))).toBe(true);
  });
});
