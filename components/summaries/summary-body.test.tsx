import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { blankSummary, type SessionSummaryBody } from "@/server/core/session-summary/body";
import { SummaryBody } from "./summary-body";

const BODY: SessionSummaryBody = {
  ...blankSummary({ session: 12, at: "2026-03-20 14:30", client: "claude-code", agents: ["main"], branch: null }),
  task: "Write <script>alert(1)</script> nowhere.",
  failed: [
    {
      approach: "npm test",
      reason: "TypeError",
      lesson: "It passed after changes to src/a.ts.",
      evidence: ["FAIL-003", "ctx:e9", "3f91520", "the log of Monday"],
    },
  ],
  decisions: [{ text: "Use an outbox", ref: "DEC-015", evidence: [] }],
};
const base = { team: "t", project: "p" };

describe("a summary on the page", () => {
  const html = renderToStaticMarkup(<SummaryBody base={base} body={BODY} session={12} />);

  it("leads from each statement to what proves it", () => {
    expect(html).toContain('href="/t/p/failures/3"');
    expect(html).toContain('href="/t/p/sessions/12?event=e9"');
    expect(html).toContain('href="/t/p/decisions/15"');
    expect(html).toContain("3f91520");
    expect(html).toContain("the log of Monday");
  });

  it("has the places that SUM-012#what-failed leads to, and no empty section", () => {
    expect(html).toContain('id="what-failed"');
    expect(html).not.toContain('id="blockers"');
  });

  it("keeps events as words once their session is gone, and script as text", () => {
    const gone = renderToStaticMarkup(<SummaryBody base={base} body={BODY} session={null} />);
    expect(gone).not.toContain("/sessions/");
    expect(gone).toContain("ctx:e9");
    expect(html).not.toContain("<script>");
  });

  it("says that it says nothing", () => {
    const blank = <SummaryBody base={base} body={blankSummary(BODY.from)} session={12} />;
    expect(renderToStaticMarkup(blank)).toContain("This summary says nothing yet.");
  });
});
