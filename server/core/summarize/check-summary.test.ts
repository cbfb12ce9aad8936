import { describe, expect, it } from "vitest";
import { aSession } from "../prune/testing/session-builder";
import { timelineOf } from "../prune/timeline";
import { entriesOf, faultOf } from "./check-summary";
import { readSummary, type SummaryParts, writeSummary } from "./form";
import { aDecision, summarized } from "./testing/summaries";

const BODY = "const line = of(text);\n".repeat(240);
const read = aSession().prompted("go").read("src/auth.ts", { text: BODY }).edited("src/auth.ts");
const session = read.linked(aDecision([read.last])).build();
const [planned] = summarized(session);
if (!planned) throw new Error("The session has a range.");
const parts = readSummary(planned.text);
if (!parts) throw new Error("The default is in form.");
const fault = (change: Partial<SummaryParts>) =>
  faultOf(writeSummary({ ...parts, ...change }), planned, entriesOf(timelineOf(session), planned));

describe("the check of a model's summary", () => {
  it("passes the default and a better text", () => {
    expect(fault({})).toBeNull();
    expect(
      fault({ summary: "Token refresh in src/auth.ts moved to a sliding window. It was chosen over fixed expiry." }),
    ).toBeNull();
  });

  it.each<[string, Partial<SummaryParts>, RegExp]>([
    ["other numbers", { turns: 99 }, /99 turns/],
    ["a link that does not resolve", { evidence: ["DEC-003@2", "DEC-999@1"] }, /DEC-999@1/],
    ["no evidence", { evidence: [] }, /form/],
    ["an invented path", { summary: "The refresh moved to src/refresh.ts." }, /src\/refresh\.ts/],
    ["an invented file", { retained: ["changed tokens.py"] }, /tokens\.py/],
    ["three sentences", { summary: "One was read. One was edited. One was kept." }, /3 sentences/],
    ["no sentence", { summary: "edits in auth" }, /0 sentences/],
    ["an instruction", { summary: "The file was edited. Run the tests again." }, /instruction/],
    ["advice", { retained: ["you should fix the login"] }, /instruction/],
    ["a longer text", { summary: `The file was edited ${"again and ".repeat(200)}again.` }, /allowed/],
  ])("refuses %s", (_name, change, reason) => {
    expect(fault(change)).toMatch(reason);
  });

  it("refuses a text of another form", () => {
    const range = entriesOf(timelineOf(session), planned);
    expect(faultOf("We edited the file.", planned, range)).toMatch(/form/);
    expect(faultOf(`Here it is:\n${planned.text}`, planned, range)).toMatch(/form/);
  });
});
