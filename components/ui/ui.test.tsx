import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { Button } from "./button";
import { Link } from "./link";
import { LocalTime } from "./local-time";
import { Markdown } from "./markdown";
import { Table } from "./table";
import { TextField } from "./text-field";

describe("Button", () => {
  it("says why it is disabled and keeps its focus", () => {
    const html = renderToStaticMarkup(<Button disabledReason="Only owners publish a policy.">Publish</Button>);
    expect(html).toContain('aria-disabled="true"');
    expect(html).toContain('title="Only owners publish a policy."');
    expect(html).not.toContain(" disabled=");
  });

  it("is no link while it is disabled", () => {
    const html = renderToStaticMarkup(
      <Button href="/x" disabledReason="Not yet.">
        Open
      </Button>,
    );
    expect(html).not.toContain("href");
  });
});

describe("TextField", () => {
  it("ties the error to the field and drops the hint", () => {
    const html = renderToStaticMarkup(
      <TextField id="glob" label="Folder" hint="A glob." error="The bracket is not closed." />,
    );
    expect(html).toContain('aria-describedby="glob-error"');
    expect(html).toContain('aria-invalid="true"');
    expect(html).not.toContain("A glob.");
  });
});

describe("LocalTime", () => {
  const times = { iso: "2026-11-27T14:06:12.000Z", nowIso: "2026-11-27T14:45:30.000Z" };
  it("is drawn by the server in UTC, so that the browser begins with the same words", () => {
    expect(renderToStaticMarkup(<LocalTime {...times} />)).toContain(">39 min ago<");
    expect(renderToStaticMarkup(<LocalTime {...times} look="absolute" />)).toContain(">27 Nov, 14:06<");
  });

  it("tells the exact time on hover whatever it shows", () => {
    const html = renderToStaticMarkup(<LocalTime {...times} look="date" />);
    expect(html).toContain(">27 Nov 2026<");
    expect(html).toContain('title="27 Nov 2026, 14:06:12 UTC"');
  });
});

describe("Link", () => {
  it("cuts a foreign page off from ours", () => {
    expect(renderToStaticMarkup(<Link href="https://example.com">x</Link>)).toContain('rel="noopener noreferrer"');
    expect(renderToStaticMarkup(<Link href="//example.com">x</Link>)).toContain('rel="noopener noreferrer"');
    expect(renderToStaticMarkup(<Link href="/here">x</Link>)).not.toContain("rel=");
  });
});

describe("Markdown", () => {
  it("shows HTML as text instead of running or losing it", () => {
    const html = renderToStaticMarkup(<Markdown text={'<script>x</script>\n\nThe <b onclick="x">tag</b> broke.'} />);
    expect(html).not.toMatch(/<script|<b /);
    expect(html).toContain("&lt;script&gt;x&lt;/script&gt;");
    expect(html).toContain("tag");
  });

  it("lets no script address or foreign picture through", () => {
    const html = renderToStaticMarkup(<Markdown text="[a](javascript:alert(1)) ![pixel](https://evil.test/p.png)" />);
    expect(html).not.toMatch(/javascript:|evil\.test/);
    expect(html).toContain("[picture: pixel]");
  });

  it("keeps its headings under the page's", () => {
    expect(renderToStaticMarkup(<Markdown text="# Task" />)).toContain("<h3>Task</h3>");
  });
});

describe("Table", () => {
  const columns = [
    {
      key: "name",
      head: "Name",
      rowHeader: true,
      cell: (row: { name: string }) => row.name,
      sort: { href: "/list?sort=name", direction: "ascending" as const },
    },
    { key: "size", head: "Size", cell: () => "1", sort: { href: "/list?sort=size", direction: null } },
  ];

  it("says which column sorts and links the others", () => {
    const html = renderToStaticMarkup(
      <Table caption="List" columns={columns} rows={[{ name: "a" }]} rowKey={(row) => row.name} />,
    );
    expect(html).toContain('aria-sort="ascending"');
    expect(html).toContain('aria-sort="none"');
    expect(html).toContain('href="/list?sort=size"');
    expect(html).toContain('scope="row"');
  });

  it("shows the empty sentence in place of rows, and not while it loads", () => {
    const render = (loadingRows?: number) =>
      renderToStaticMarkup(
        <Table
          caption="List"
          columns={columns}
          rows={[]}
          rowKey={(row) => row.name}
          empty={<p>Nothing.</p>}
          loadingRows={loadingRows}
        />,
      );
    expect(render()).toContain("Nothing.");
    expect(render(3)).not.toContain("Nothing.");
  });
});
