"use client";

import { ChartNoAxesColumn, Download, Table2 } from "lucide-react";
import { type ReactNode, useState } from "react";
import { IconButton } from "../ui/button";
import { SheetHead } from "../ui/sheet";
import { type ChartTable, csvFileName, toCsv } from "./chart-table";

type ChartFrameBodyProps = {
  id: string;
  title: string;
  subtitle?: ReactNode;
  /** null while there is nothing to export. */
  table: ChartTable | null;
  twin: ReactNode;
  tools?: ReactNode;
  children: ReactNode;
};

/** The part of a ChartFrame that reacts: picture or table, and the download. */
export function ChartFrameBody({ id, title, subtitle, table, twin, tools, children }: ChartFrameBodyProps) {
  const [asTable, setAsTable] = useState(false);
  const showTwin = asTable && table !== null;
  const buttons = table ? (
    <>
      {tools}
      <IconButton
        size="sm"
        aria-pressed={showTwin}
        label={showTwin ? "Show as chart" : "Show as table"}
        icon={showTwin ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
        onClick={() => setAsTable(!asTable)}
      />
      <IconButton
        size="sm"
        label="Download CSV"
        icon={<Download aria-hidden />}
        onClick={() => download(table, title)}
      />
    </>
  ) : (
    tools
  );
  return (
    <>
      <SheetHead id={id} title={title} subtitle={subtitle} tools={buttons} />
      {showTwin ? twin : children}
    </>
  );
}

/** The byte order mark tells Excel that the file is UTF-8. */
function download(table: ChartTable, title: string) {
  const url = URL.createObjectURL(new Blob(["\ufeff", toCsv(table)], { type: "text/csv;charset=utf-8" }));
  const link = document.createElement("a");
  link.href = url;
  link.download = csvFileName(title);
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
