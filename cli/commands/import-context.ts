import { existsSync } from "node:fs";
import path from "node:path";
import type { Command } from "commander";
import { type ReadPlaces, readPlaces } from "../exchange/read-places";
import { type Imported, type ImportPreview, sayImported, sayPreview, wouldWrite } from "../exchange/tell-preview";
import { CliFault } from "../fault";
import { say } from "../output";
import { openProject, type ProjectPlace } from "../projects/project-place";
import { type DecideOptions, decide } from "./decide";
import { onProject } from "./options";
import { asking, type PlaceOptions } from "./place";

type ImportContextOptions = PlaceOptions & DecideOptions;

const EXIT_NOT_TAKEN = 1;

export function addImportContext(program: Command): void {
  onProject(
    program
      .command("import-context")
      .summary("Takes records of a .context folder into the project.")
      .description(
        "Takes decisions, failures, rules, summaries and the rest of a .context folder into the project, after showing what changes.",
      )
      .argument("[paths...]", "a .context folder, or files of one (else .context of the project's folder)")
      .option("--dry-run", "only show what would change")
      .option("-y, --yes", "write without asking"),
  ).action(importContext);
}

async function importContext(paths: readonly string[], options: ImportContextOptions): Promise<void> {
  const told = paths.length > 0 ? await readPlaces(paths) : null;
  const place = await openProject(options);
  const read = told ?? (await readPlaces([ownFolder(place)]));
  const preview = await previewOf(place, read);
  const isChanged = wouldWrite(preview);
  if (!options.json) sayPreview(place.name.project, preview);
  const isDone = (await decide(options, isChanged, "Import this?")) && isChanged;
  const imported = isDone ? await write(place, read, preview) : null;
  if (preview.problemCount > 0) process.exitCode = EXIT_NOT_TAKEN;
  if (options.json) say.line(JSON.stringify({ ...place.name, preview, imported }, null, 2));
  else if (imported) sayImported(imported);
  else say.line(isChanged ? "Nothing was written." : "There is nothing to import.");
}

function ownFolder({ root }: ProjectPlace): string {
  const folder = path.join(root, ".context");
  if (existsSync(folder)) return folder;
  throw new CliFault(
    `${root} has no .context. Give a folder: steward import-context <folder>. Or make one: steward export`,
  );
}

/** The server's answer with the names that files have here, and what could not even be sent. */
async function previewOf({ api, name }: ProjectPlace, read: ReadPlaces): Promise<ImportPreview> {
  if (read.files.length === 0) throw new CliFault(read.problems.map((one) => `${one.file}: ${one.message}`).join(" "));
  const answer = await asking(api.exchange.preview.mutate({ ...name, files: [...read.files] }));
  const here = (file: string) => read.placeOf.get(file) ?? file;
  return {
    ...answer,
    records: answer.records.map((record) => ({ ...record, file: here(record.file) })),
    problems: [...read.problems, ...answer.problems.map((problem) => ({ ...problem, file: here(problem.file) }))],
    problemCount: answer.problemCount + read.problems.length,
    passedOver: [...answer.passedOver.map(here), ...read.passedOver],
  };
}

function write({ api, name }: ProjectPlace, { files }: ReadPlaces, { digest }: ImportPreview): Promise<Imported> {
  return asking(api.exchange.import.mutate({ ...name, files: [...files], digest }));
}
