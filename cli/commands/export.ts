import path from "node:path";
import { type Command, Option } from "commander";
import { EXPORT_FORMATS, type ExportFormat } from "@/server/core/formats/export-formats";
import type { FolderFile } from "@/server/core/formats/folder";
import { type FileToWrite, planFolder, writeFolder } from "../exchange/write-folder";
import { CliFault } from "../fault";
import { count, number, say, style } from "../output";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { onProject } from "./options";
import { asking, type PlaceOptions } from "./place";

interface ExportOptions extends PlaceOptions {
  readonly to?: string;
  readonly format: ExportFormat;
  readonly dryRun?: boolean;
}

const STANDARD_OUTPUT = "-";

export function addExport(program: Command): void {
  onProject(
    program
      .command("export")
      .summary("Writes the project's records as files of a .context folder.")
      .description("Writes what the project remembers as files. Writes over files of the same names, and removes none.")
      .option("--to <folder>", "where to (else .context of the project's folder); - prints a format of one file")
      .addOption(
        new Option("--format <format>", "what to write: the folder, one file of it, or MADR's docs/decisions")
          .choices(EXPORT_FORMATS)
          .default("context"),
      )
      .option("--dry-run", "only show what would change"),
  ).action(exportFiles);
}

async function exportFiles({ to, format, dryRun = false, json, ...options }: ExportOptions): Promise<void> {
  if (to === STANDARD_OUTPUT) checkPrintable(format, json);
  const place = await openProject(options);
  const files = await readExport(place, format);
  if (to === STANDARD_OUTPUT) {
    for (const { text } of files) process.stdout.write(text);
    return;
  }
  const folder = to === undefined ? ownFolder(place, format) : path.resolve(to);
  const planned = await planFolder(folder, files);
  if (!dryRun) await writeFolder(planned);
  if (json) sayJson(place, { format, folder, written: !dryRun }, planned);
  else report(place, folder, planned, dryRun);
}

function checkPrintable(format: ExportFormat, json: boolean | undefined): void {
  if (format === "context" || format === "madr")
    throw new CliFault(`${format} is a folder of files. Give it a folder: --to <folder>`);
  if (json) throw new CliFault("--to - prints the file as it is. Leave out --json.");
}

/** Paths of MADR begin with docs/decisions, so they start at the project's folder. */
function ownFolder({ root }: ProjectPlace, format: ExportFormat): string {
  return format === "madr" ? root : path.join(root, ".context");
}

/** All files of the export, before the first is written. Pieces of one path that follow each other are one file. */
async function readExport({ api, name }: ProjectPlace, format: ExportFormat): Promise<FolderFile[]> {
  const pieces = new Map<string, string[]>();
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof api.exchange.export.query>> = await asking(
      api.exchange.export.query({ ...name, format, cursor }),
    );
    for (const { path: file, text } of page.pieces) pieces.set(file, [...(pieces.get(file) ?? []), text]);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return [...pieces].map(([file, texts]) => ({ path: file, text: texts.join("") }));
}

const WORDS = { new: style.good("new    "), changed: style.odd("changed") } as const;

function report({ name }: ProjectPlace, folder: string, planned: readonly FileToWrite[], dryRun: boolean): void {
  const where = path.relative(path.resolve("."), folder) || ".";
  if (planned.length === 0) {
    say.line(`${name.project} has nothing of it yet. Nothing was written.`);
    return;
  }
  for (const { path: file, state } of planned) if (state !== "same") say.line(`${WORDS[state]}  ${file}`);
  const parts = (["new", "changed", "same"] as const).flatMap((state) => {
    const many = planned.filter((one) => one.state === state).length;
    return many > 0 ? [`${number(many)} ${state === "same" ? "the same" : state}`] : [];
  });
  const end = dryRun ? " Nothing was written." : "";
  say.line(`${name.project} to ${where}: ${count(planned.length, "file")} (${parts.join(", ")}).${end}`);
}

function sayJson(
  { name }: ProjectPlace,
  answer: { readonly format: ExportFormat; readonly folder: string; readonly written: boolean },
  planned: readonly FileToWrite[],
): void {
  const files = planned.map(({ path: file, state }) => ({ path: file, state }));
  say.line(JSON.stringify({ ...name, ...answer, files }, null, 2));
}
