import { describe, expect, it } from "vitest";
import type { PrunePolicy } from "../prune/model";
import { SEED_POLICY, STRICT_POLICY } from "../prune/policy";
import { aSession } from "../prune/testing/session-builder";
import { neededAgain } from "./needed-again";

const FILE = Array.from({ length: 200 }, (_, at) => `export const settingNumber${at} = ${at};`).join("\n");

/** Reads a file, works on other things for long, and edits a line of the file at the end. */
function session(line: string) {
  let builder = aSession().prompted("change the setting").read("src/settings.ts", { text: FILE });
  for (let at = 0; at < 40; at++)
    builder = builder.ran(`make step${at}`, { text: `step ${at} of the build\n`.repeat(40) });
  const params = JSON.stringify({ file_path: "src/settings.ts", old_string: line, new_string: "x" });
  return builder
    .used({ tool: "Edit", toolClass: "edit", target: "src/settings.ts", params, text: "edited" }, {})
    .build();
}

const LINE = "export const settingNumber77 = 77;";
const NEVER: PrunePolicy = {
  ...STRICT_POLICY,
  batching: { ...STRICT_POLICY.batching, minSavingTokens: 1e9, adaptive: null, cheapSavingTokens: 1e9 },
};

describe("needed again", () => {
  it("counts a turn that would have missed what the policy took out", () => {
    const { requests, needed, kept } = neededAgain(session(LINE), SEED_POLICY);
    expect(requests).toBe(42);
    expect(needed - kept).toBe(1);
  });

  it("counts nothing as missed when nothing is taken out", () => {
    const { needed, kept } = neededAgain(session(LINE), NEVER);
    expect(needed).toBeGreaterThan(0);
    expect(kept).toBe(needed);
  });

  it("answers zeros for a session without requests", () => {
    expect(neededAgain(aSession().prompted("hello").build(), STRICT_POLICY)).toEqual({
      requests: 0,
      needed: 0,
      kept: 0,
    });
  });
});
