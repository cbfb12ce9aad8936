import { describe, expect, it } from "vitest";
import { wantsColours } from "./colours";

const terminal = { isTTY: true };
const pipe = {};

describe("colours", () => {
  it("are for terminals only", () => {
    expect(wantsColours(terminal, {})).toBe(true);
    expect(wantsColours(pipe, {})).toBe(false);
    expect(wantsColours(terminal, { TERM: "dumb" })).toBe(false);
    expect(wantsColours(pipe, { CI: "true" })).toBe(false);
  });

  it("are forced and forbidden by the environment", () => {
    expect(wantsColours(pipe, { FORCE_COLOR: "1" })).toBe(true);
    expect(wantsColours(terminal, { FORCE_COLOR: "0" })).toBe(false);
    expect(wantsColours(terminal, { NO_COLOR: "1" })).toBe(false);
    expect(wantsColours(terminal, { NO_COLOR: "1", FORCE_COLOR: "1" })).toBe(false);
    expect(wantsColours(terminal, { NO_COLOR: "", FORCE_COLOR: "" })).toBe(true);
  });
});
