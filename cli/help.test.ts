import { describe, expect, it } from "vitest";
import { asSentence } from "./help";

describe("a fault of the command line", () => {
  it("is a sentence with what was probably meant", () => {
    expect(asSentence("error: unknown command 'statsu'\n(Did you mean status?)\n")).toBe(
      "Unknown command 'statsu'. Did you mean status?",
    );
    expect(asSentence("error: unknown command 'tried'\n")).toBe("Unknown command 'tried'. Did you mean check failure?");
    expect(asSentence("error: unknown command 'xylophone'")).toBe("Unknown command 'xylophone'.");
  });

  it("says where words go that begin with a dash", () => {
    expect(asSentence("error: unknown option '--force'")).toBe(
      "Unknown option '--force'. Put words that begin with a dash in quotes, behind --.",
    );
  });
});
