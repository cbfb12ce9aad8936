"use client";

import { ChevronDown, Download } from "lucide-react";
import { Button } from "../ui/button";
import { Menu } from "../ui/menu";

type ExportMenuProps = { hrefOf: { csv: string; markdown: string; json: string }; heading?: string };

/** The list as a file. The browser fetches it: a router must not follow a link to a file. */
export function ExportMenu({ hrefOf, heading = "This list, under its filters" }: ExportMenuProps) {
  const get = (href: string) => () => window.location.assign(href);
  return (
    <Menu
      align="end"
      trigger={
        <Button icon={<Download aria-hidden />} collapse>
          Export
        </Button>
      }
      groups={[
        {
          key: "files",
          heading,
          items: [
            { key: "csv", label: "CSV", hint: "a table", onSelect: get(hrefOf.csv) },
            { key: "markdown", label: "Markdown", hint: "a document", onSelect: get(hrefOf.markdown) },
            { key: "json", label: "JSON", hint: "data", onSelect: get(hrefOf.json) },
          ],
        },
      ]}
    />
  );
}

type SortMenuProps = { current: string; sorts: readonly { value: string; label: string; href: string }[] };

export function SortMenu({ current, sorts }: SortMenuProps) {
  const chosen = sorts.find(({ value }) => value === current);
  return (
    <Menu
      align="end"
      trigger={
        <Button size="sm" variant="ghost">
          <span className="sr-only">Sorted by</span> {chosen?.label}
          <ChevronDown className="size-3.5!" aria-hidden />
        </Button>
      }
      groups={[
        {
          key: "sorts",
          items: sorts.map(({ value, label, href }) => ({ key: value, label, href, checked: value === current })),
        },
      ]}
    />
  );
}
