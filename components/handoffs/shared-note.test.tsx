import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { SharedNote } from "./shared-note";

const MARKDOWN = `## Session Handoff Note
**From**: Session #12 (2026-03-20 14:30)
### Next Steps
1. Read [the guide](https://docs.example.org/guide) and [the session](/harbor/billing-api/sessions/12)
2. Look at https://steward.example.org/harbor and DEC-015
3. Not [this](javascript:alert(1)) <script>alert(2)</script>
`;

describe("a shared note", () => {
  const html = renderToStaticMarkup(
    <SharedNote
      ownHost="steward.example.org"
      shared={{
        ref: "HND-003",
        title: "Refunds",
        project: "billing-api",
        sharedBy: "Mei Lin",
        version: 2,
        updatedAt: "2026-11-20T10:00:00.000Z",
        expiresAt: "2026-11-27T10:00:00.000Z",
        timeZone: "Europe/Berlin",
        markdown: MARKDOWN,
      }}
    />,
  );

  it("keeps links to the outside only, and the words of the others", () => {
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href)).toEqual(["https://docs.example.org/guide"]);
    expect(html).toContain("the session");
    expect(html).toContain("DEC-015");
  });

  it("runs nothing that somebody wrote into it", () => {
    expect(html).not.toContain("<script>");
    expect(html).not.toContain("javascript:");
  });
});
