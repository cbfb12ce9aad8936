import { describe, expect, it } from "vitest";
import type { EventDetail } from "@/server/core/telemetry/session-views";
import { closedBecause, fixedBecause, refusalOf, standingOf } from "./standing";

type Change = EventDetail["transitions"][number];

function aChange(to: Change["to"], retained: string | null = null): Change {
  const who = { actorKind: "member", actor: "Ines", rule: null, run: null } as const;
  return { from: "full", to, reason: "Archived on request.", at: "2026-11-27T13:06:00.000Z", retained, ...who };
}

function anEvent(kind: string, changes: readonly Change[] = [], inContext = true) {
  return { row: { kind, inContext }, transitions: [...changes] };
}

describe("what the model sees of an event", () => {
  it("is all of it until somebody changed that", () => {
    expect(standingOf(anEvent("tool_result"))).toEqual({ residency: "full", retained: null });
  });

  it("is what the newest change left", () => {
    const event = anEvent("tool_result", [aChange("retained", "3 hits"), aChange("full"), aChange("reference")]);
    expect(standingOf(event)).toEqual({ residency: "retained", retained: "3 hits" });
  });
});

describe("what a person can do with an event", () => {
  it("is everything with a result in the window", () => {
    const event = anEvent("tool_result");
    expect(fixedBecause(event)).toBeNull();
    expect(closedBecause(event, "reference")).toBeNull();
    expect(closedBecause(event, "retained")).toBeNull();
  });

  it("is nothing with history, and the sentence says so", () => {
    expect(fixedBecause(anEvent("tool_result", [aChange("reference")], false))).toContain("It is history");
  });

  it("is no archive of a prompt, but a restore of a call that a run cut", () => {
    expect(fixedBecause(anEvent("user_prompt"))).toContain("only results");
    const call = anEvent("tool_call", [aChange("retained", "cut")]);
    expect(fixedBecause(call)).toBeNull();
    expect(closedBecause(call, "full")).toBeNull();
    expect(closedBecause(call, "reference")).toContain("Only results");
  });

  it("gives back meaning to a marker only through a restore", () => {
    const event = anEvent("tool_result", [aChange("reference")]);
    expect(closedBecause(event, "retained")).toContain("Restore it first");
    expect(closedBecause(event, "full")).toBeNull();
  });
});

describe("a refusal", () => {
  const kept = "ctx:e4 is kept by protect.core-files, pattern AGENTS.md: It holds rules.";

  it("names the protection, and a person may overrule it", () => {
    const message = `${kept} Send force: true to archive it all the same.`;
    const answer = {
      status: "rejected",
      message: "Nothing was archived.",
      rejected: [{ reason: "protected", message }],
    };
    expect(refusalOf(answer)).toEqual({ message: kept, mayForce: true });
  });

  it("of another kind stands", () => {
    const rejected = [{ reason: "retained_too_long", message: "Make it shorter." }];
    expect(refusalOf({ status: "rejected", message: "No.", rejected })).toEqual({
      message: "Make it shorter.",
      mayForce: false,
    });
    expect(refusalOf({ status: "unavailable", message: "Try later." })).toEqual({
      message: "Try later.",
      mayForce: false,
    });
  });
});
