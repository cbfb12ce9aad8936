import { describe, expect, it } from "vitest";
import { windowOf, windowSizes } from "./windows";

const byModel = (model: string, seenTokens: number | null = null) => windowOf({ told: null, model, seenTokens });

describe("the window of a session", () => {
  it.each([
    ["claude-sonnet-4-20250514", 200_000],
    ["claude-opus-4-5-20251101", 200_000],
    ["anthropic/claude-opus-4.8", 200_000],
    ["us.anthropic.claude-haiku-4-5-20251001-v1:0", 200_000],
    ["claude-haiku-4-5@20251001", 200_000],
    ["claude-opus-4-8[1m]", 1_000_000],
    ["claude-sonnet-4-5-20250929[1m]", 1_000_000],
    ["claude-sonnet-5", 1_000_000],
    ["gpt-5.1-codex", 400_000],
    ["openai/gpt-5", 400_000],
    ["gpt-5.4-mini", 400_000],
    ["gpt-5.5", 1_050_000],
    ["gemini-2.5-flash", 1_048_576],
    ["models/gemini-3-flash-preview", 1_048_576],
    ["gemini/gemini-2.5-pro-preview-06-05", 1_048_576],
  ])("of %s is %i tokens by model", (model, windowTokens) => {
    expect(byModel(model)).toEqual({ windowTokens, windowSource: "model" });
  });

  it.each(["llama-4-maverick", "gpt-5.3-codex-spark", "gpt-5-chat", "claude-opus-49", "<synthetic>", "default", ""])(
    "of %s is unknown",
    (model) => {
      expect(byModel(model)).toEqual({ windowTokens: null, windowSource: null });
    },
  );

  it("is what the client told, whatever the model", () => {
    expect(windowOf({ told: 258_400, model: "gpt-5.5", seenTokens: 1 })).toEqual({
      windowTokens: 258_400,
      windowSource: "told",
    });
    expect(windowOf({ told: null, model: null, seenTokens: 9 })).toEqual({ windowTokens: null, windowSource: null });
    expect(windowOf({ told: 0, model: "gpt-5", seenTokens: null }).windowSource).toBe("model");
  });

  it("is the larger one once a request was larger than the usual one, and unknown when it fits none", () => {
    expect(byModel("claude-opus-4-6", 200_000).windowTokens).toBe(200_000);
    expect(byModel("claude-opus-4-6", 200_001).windowTokens).toBe(1_000_000);
    expect(byModel("claude-haiku-4-5", 200_001).windowTokens).toBeNull();
    expect(windowSizes("claude-opus-4-6")).toEqual([200_000, 1_000_000]);
  });
});
