"use client";

import { ChartNoAxesColumn, Download, FileImage, FileText, Shapes, Table2 } from "lucide-react";
import dynamic from "next/dynamic";
import { type ReactNode, useState } from "react";
import { IconButton } from "../ui/button";
import { Menu } from "../ui/menu";
import { SheetHead } from "../ui/sheet";
import type { ChartPicture } from "./svg/picture";

/** Most readers look at pictures, so the table and the files are loaded when somebody asks. */
const TableTwin = dynamic(() => import("./table-twin").then((module) => module.TableTwin));

type ChartFrameBodyProps = {
  id: string;
  title: string;
  subtitle?: ReactNode;
  /** null while there is nothing to take away. */
  picture: ChartPicture | null;
  csvHref?: string;
  tabs?: ReactNode;
  children: ReactNode;
};

/** The part of a ChartFrame that reacts: picture or table, and the files. */
export function ChartFrameBody({ id, title, subtitle, picture, csvHref, tabs, children }: ChartFrameBodyProps) {
  const [asTable, setAsTable] = useState(false);
  const showTwin = asTable && picture !== null;
  const buttons = picture ? (
    <>
      <IconButton
        size="sm"
        aria-pressed={showTwin}
        label={showTwin ? "Show as chart" : "Show as table"}
        icon={showTwin ? <ChartNoAxesColumn aria-hidden /> : <Table2 aria-hidden />}
        onClick={() => setAsTable(!asTable)}
      />
      <TakeAway picture={picture} csvHref={csvHref} />
    </>
  ) : null;
  return (
    <>
      <SheetHead id={id} title={title} subtitle={subtitle} tools={buttons} />
      {tabs}
      {showTwin ? <TableTwin table={picture.table} /> : children}
    </>
  );
}

/** CSV comes from the server, with every figure behind the chart; the pictures are made here, in the theme that is shown. */
function TakeAway({ picture, csvHref }: { picture: ChartPicture; csvHref?: string }) {
  const [problem, setProblem] = useState<string | null>(null);
  const take = async (kind: "svg" | "png") => {
    setProblem(null);
    try {
      const files = await import("./svg/take-away");
      await (kind === "svg" ? files.saveSvg(picture) : files.savePng(picture));
    } catch {
      setProblem(`This browser could not make the ${kind.toUpperCase()}. The CSV has the same numbers.`);
    }
  };
  return (
    <>
      <Menu
        align="end"
        trigger={<IconButton size="sm" label={`Export ${picture.title}`} icon={<Download aria-hidden />} />}
        groups={[
          {
            key: "files",
            items: [
              ...(csvHref
                ? [{ key: "csv", label: "CSV", icon: <FileText aria-hidden />, onSelect: () => download(csvHref) }]
                : []),
              { key: "svg", label: "SVG", icon: <Shapes aria-hidden />, onSelect: () => void take("svg") },
              { key: "png", label: "PNG", icon: <FileImage aria-hidden />, onSelect: () => void take("png") },
            ],
          },
        ]}
      />
      <span role="alert" className={problem ? "max-w-56 self-center text-xs text-danger" : "sr-only"}>
        {problem}
      </span>
    </>
  );
}

/** The router must not follow a file, so it is a link outside of it. */
function download(href: string) {
  const link = document.createElement("a");
  link.href = href;
  link.download = "";
  link.click();
}
