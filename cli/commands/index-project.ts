import path from "node:path";
import { findConnection } from "../config";
import { CliFault } from "../fault";
import { buildIndex, findProjectRoot, type ProjectIndex } from "../index-project/build-index";
import { openIndexProgress } from "../index-project/index-progress";
import { askGit } from "../index-project/run-git";
import { type SentIndex, sendIndex } from "../index-project/send-index";
import { count, number, say } from "../output";
import { findProject, type ProjectName } from "../projects/find-project";
import { openApi } from "../upload/api";

export interface IndexOptions {
  readonly project?: string;
  readonly server?: string;
  readonly days: number;
  readonly coverage?: string;
  readonly wait: number;
  readonly dryRun?: boolean;
  readonly json?: boolean;
}

/** Tells the server how the project's files hang together: who imports whom, names, commits, coverage. Never text. */
export async function indexProject(folder: string | undefined, options: IndexOptions): Promise<void> {
  const start = path.resolve(folder ?? ".");
  const repository = await askGit(start, "rev-parse", "--show-toplevel");
  const root = await findProjectRoot(start, repository);
  const progress = openIndexProgress();
  try {
    if (options.dryRun) {
      const index = await build(root, options, progress.reads);
      progress.end();
      if (options.json) sayJson(index, null);
      else {
        say.line(contentsOf(index));
        sayLeftOut(index);
        say.line("Nothing was sent.");
      }
      return;
    }
    const connection = await findConnection(options.server);
    const api = openApi(connection, { totalMs: options.wait * 1000, onWait: progress.waits });
    const project = await findProject(api, connection, root, options.project);
    const index = await build(root, options, progress.reads);
    const head = await askGit(root, "rev-parse", "HEAD");
    const branch = await askGit(root, "branch", "--show-current");
    const onSent = (files: number) => progress.sends(files, index.files.length);
    const sent = await sendIndex(api, project, index, { head, branch, onSent });
    progress.end();
    if (options.json) sayJson(index, { ...project, ...sent });
    else report(project, index, sent);
  } finally {
    progress.end();
  }
}

async function build(
  root: string,
  { days, coverage }: IndexOptions,
  onFile: (done: number, total: number) => void,
): Promise<ProjectIndex> {
  const index = await buildIndex(root, {
    days,
    onFile,
    ...(coverage === undefined ? {} : { coverage: path.resolve(coverage) }),
  });
  if (coverage !== undefined && index.coverageReports === 0) {
    throw new CliFault(`${coverage} cannot be read. Give an lcov report, such as coverage/lcov.info.`);
  }
  if (index.files.length > 0) return index;
  throw new CliFault(`No file of ${root} can be indexed. Give the folder of a project: steward index <folder>`);
}

function report({ project }: ProjectName, index: ProjectIndex, { removed }: SentIndex): void {
  say.line(`${project}: ${contentsOf(index)}`);
  if (removed > 0) say.line(`${count(removed, "file")} of the last index ${removed === 1 ? "is" : "are"} gone.`);
  sayLeftOut(index);
  say.line("Rank them: steward priority");
}

/** @param sent Null when nothing was. */
function sayJson(index: ProjectIndex, sent: (ProjectName & SentIndex) | null): void {
  const { files, rules, skipped, beyondLimit, coverageReports, isRepository } = index;
  const covered = files.filter(({ coverage }) => coverage !== null).length;
  const content = {
    files: files.length,
    imports: importsOf(index),
    names: namesOf(index),
    rules: rules.length,
    covered,
  };
  say.line(JSON.stringify({ ...content, coverageReports, isRepository, skipped, beyondLimit, sent }, null, 2));
}

function importsOf({ files }: ProjectIndex): number {
  return files.reduce((sum, file) => sum + file.imports.length, 0);
}

function namesOf({ files }: ProjectIndex): number {
  return files.reduce((sum, file) => sum + file.outline.length, 0);
}

function contentsOf(index: ProjectIndex): string {
  const { files, rules, coverageReports, isRepository } = index;
  const covered = files.filter(({ coverage }) => coverage !== null).length;
  const parts = [
    count(importsOf(index), "import"),
    count(namesOf(index), "name"),
    count(rules.length, "rule or skill", "rules and skills"),
  ];
  parts.push(coverageReports > 0 ? `coverage of ${count(covered, "file")}` : "no coverage report");
  if (!isRepository) parts.push("no git history");
  return `${count(files.length, "file")} indexed (${parts.join(", ")}).`;
}

const SKIP_WORDS = {
  binary: "binary",
  large: "larger than 1 MB",
  private: "private (keys, .env)",
  unreadable: "unreadable or a link",
} as const;

function sayLeftOut({ skipped, beyondLimit, files }: ProjectIndex): void {
  const parts = Object.entries(SKIP_WORDS).flatMap(([skip, words]) => {
    const many = skipped[skip as keyof typeof SKIP_WORDS]; // keys of the record above
    return many > 0 ? [`${number(many)} ${words}`] : [];
  });
  if (parts.length > 0) say.line(`Left out: ${parts.join(", ")}.`);
  if (beyondLimit > 0) {
    say.warn(
      `An index holds ${number(files.length)} files; ${number(beyondLimit)} more were left out. Use .gitignore.`,
    );
  }
}
