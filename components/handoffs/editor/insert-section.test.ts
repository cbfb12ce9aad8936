import { describe, expect, it } from "vitest";
import { partsOf } from "@/server/core/handoffs/sections";
import { missingSections, sectionStart } from "./insert-section";

describe("sections that an editor offers", () => {
  it("are those that the note does not have, whatever their letters", () => {
    const missing = missingSections("### current task\nShip it.\n### Risks\n- x\n### Next Steps\n1. Go");
    expect(missing).not.toContain("currentTask");
    expect(missing).not.toContain("nextSteps");
    expect(missing).toContain("openQuestions");
    expect(missing).toHaveLength(8);
  });

  it("become a section of their own wherever the text ends", () => {
    for (const before of ["", "Hello", "Hello\n", "Hello\n\n", "### Risks\n- x"]) {
      const { parts } = partsOf(before + sectionStart("nextSteps", before));
      expect(parts.at(-1)?.title).toBe("Next Steps");
    }
  });
});
