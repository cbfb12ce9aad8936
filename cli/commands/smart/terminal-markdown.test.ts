import { describe, expect, it } from "vitest";
import { toTerminal, withFullLinks, withoutControls } from "./terminal-markdown";

const marked = { bold: (text: string) => `<b>${text}</b>`, dim: (text: string) => `<d>${text}</d>` };

describe("Markdown in a terminal", () => {
  it("makes headings and strong words bold, and code dim", () => {
    expect(toTerminal("## Next `steps`\n\n**S-3** is full: `npm test`\n", marked)).toBe(
      "<b>Next steps</b>\n\n<b>S-3</b> is full: <d>npm test</d>",
    );
    expect(toTerminal("a\n```sh\n# no heading\n**x**\n```\n> said", marked)).toBe(
      "a\n<d>  # no heading</d>\n<d>  **x**</d>\n<d>> said</d>",
    );
  });

  it("gives headings room, and tables columns", () => {
    expect(toTerminal("## A\ntext\n## B\n\n## C", marked)).toBe("<b>A</b>\ntext\n\n<b>B</b>\n\n<b>C</b>");
    const table = "| Check | Result |\n| --- | --- |\n| `npm test` | failed |\n| a\\|b | **ok** |";
    expect(toTerminal(`${table}\nbehind`, marked)).toBe(
      "<b>Check     Result</b>\nnpm test  failed\na|b       ok\nbehind",
    );
  });

  it("puts the address behind a link", () => {
    const full = withFullLinks("See [DEC-001](/harbor/api/decisions/1).", "https://steward.example.org");
    expect(toTerminal(full, marked)).toBe("See DEC-001 (https://steward.example.org/harbor/api/decisions/1).");
  });

  it("leaves what only looks like a mark", () => {
    for (const text of ["2 ** 3 ** 4", "- a list", "a | b", "snake_case_name", "`open"]) {
      expect(toTerminal(text, marked)).toBe(text);
    }
  });

  it("lets nothing that is quoted steer the terminal", () => {
    expect(withoutControls("a\u001b[31mred\u001b[0m\u001b]0;title\u0007b\r\n\tc\u009b2Jd\u0008")).toBe("aredb\n\tcd");
  });
});
