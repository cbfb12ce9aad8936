import { describe, expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { newestPart } from "./bound";
import { FULL_CONTEXT } from "./full-context";
import { bodyOf, render, sourceOf } from "./render";
import { validate } from "./validate/validate";

const session = aSession()
  .prompted("first")
  .read("a.ts", { text: "x".repeat(500) })
  .prompted("second")
  .read("b.ts", { text: "y".repeat(500) })
  .said("done");

describe("the newest part of a projection", () => {
  const source = sourceOf(session.build(), FULL_CONTEXT, "main");

  it("is all of it when it fits", () => {
    expect(newestPart(source, 2_000)).toBe(source);
  });

  it("begins at a prompt, and says how much is missing", () => {
    // Room for the result before the second prompt too: without its prompt it would say little.
    const fits = source.items.slice(2).reduce((sum, item) => sum + item.text.length + item.marker.length, 0);
    const part = newestPart(source, fits);
    const messages = bodyOf(render(part, "main", "anthropic"));
    expect(part.omittedEvents).toBe(3);
    expect(messages[0]).toEqual({
      role: "user",
      content: [
        { type: "text", text: expect.stringMatching(/^\[Context Steward\] 3 older events are left out/) },
        { type: "text", text: "second" },
      ],
    });
    expect(validate(messages, "anthropic")).toEqual([]);
  });

  it("is valid wherever it is cut", () => {
    for (let characters = 0; characters < 1_200; characters += 7) {
      const part = newestPart(source, characters);
      for (const format of ["events", "anthropic", "openai", "markdown"] as const) {
        expect(validate(bodyOf(render(part, "main", format)), format)).toEqual([]);
      }
    }
  });
});
