import { describe, expect, it } from "vitest";
import { linkRecords } from "./link-records";

const link = (text: string) => linkRecords(text, { team: "t", project: "p" });

describe("names of records in a note", () => {
  it("become links", () => {
    expect(link("See DEC-015, FAIL-2 and HND-003.")).toBe(
      "See [DEC-015](/t/p/decisions/15), [FAIL-2](/t/p/failures/2) and [HND-003](/t/p/handoffs/3).",
    );
  });

  it("stay as they are in code, links and addresses", () => {
    for (const text of [
      "`DEC-015`",
      "```\nDEC-015\n```",
      "[DEC-015](https://x.org)",
      "https://x.org/DEC-015",
      "XDEC-015",
    ]) {
      expect(link(text)).toBe(text);
    }
  });

  it("lead to a section of a summary", () => {
    expect(linkRecords("See SUM-012#what-failed.", { team: "t", project: "p" })).toBe(
      "See [SUM-012#what-failed](/t/p/summaries/12#what-failed).",
    );
  });
});
