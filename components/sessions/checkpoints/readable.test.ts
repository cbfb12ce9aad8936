import { createElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Markdown } from "../../ui/markdown";
import { readable } from "./readable";

const html = (text: string) => renderToStaticMarkup(createElement(Markdown, { text: readable(text) }));

describe("the text of a checkpoint on a page", () => {
  it("leaves out the title that the page has, and raises the others to the level below it", () => {
    const shown = html("## Checkpoint 9.2\nTask: Round it.\n\n### Note\nMind the credits.");
    expect(shown).not.toContain("Checkpoint 9.2");
    expect(shown).toContain("<h3>Note</h3>");
  });

  it("keeps lines apart", () => {
    expect(html("Task: Round it.\nResume with: steward resume 9.2")).toMatch(/Round it\.<br\/?>\s*Resume with/);
  });

  it("does not draw what follows a quote into it", () => {
    expect(html("**Last**\n> Round it.\n**Before it**\n> Look.")).toMatch(/<\/blockquote>\s*<p><strong>Before it/);
  });

  it("leaves code as it is", () => {
    expect(readable("```\n### no heading\n> no quote\nx\n```\nafter")).toContain(
      "```\n### no heading\n> no quote\nx\n```",
    );
  });

  it("keeps lists and their marks", () => {
    expect(html("- [x] one\n- [ ] two")).toContain("contains-task-list");
  });
});
