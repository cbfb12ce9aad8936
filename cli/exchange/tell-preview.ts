import type { inferRouterOutputs } from "@trpc/server";
import type { AppRouter } from "@/server/api/root";
import { withoutControls } from "../commands/smart/terminal-markdown";
import { count, number, say, shortList, style } from "../output";

export type ImportPreview = inferRouterOutputs<AppRouter>["exchange"]["preview"];
export type Imported = inferRouterOutputs<AppRouter>["exchange"]["import"];

type Previewed = ImportPreview["records"][number];
type Change = Previewed["changes"][number];

/** Whether an import with the choices that the preview offers would write anything. */
export function wouldWrite({ counts, config, files }: ImportPreview): boolean {
  const records = counts.new + counts.changed + counts.conflict;
  return records > 0 || (config !== null && config.changes.length > 0 && config.mayTake) || files?.state === "new";
}

/** What an import would change; records that stay as they are are only counted. */
export function sayPreview(project: string, preview: ImportPreview): void {
  const { records, counts, problems, problemCount, passedOver } = preview;
  const shown = records.filter(({ state }) => state !== "same");
  for (const record of shown) sayRecord(record);
  const hidden = counts.new + counts.changed + counts.conflict - shown.length;
  if (hidden > 0) say.line(`${number(hidden)} more are imported and not listed here.`);
  sayExtras(preview);
  for (const { file, line, field, message } of problems) {
    const place = [line === null ? file : `${file}:${line}`, ...(field === null ? [] : [field])].join(" ");
    say.warn(`unreadable    ${plain(place)}: ${plain(message)}`);
  }
  if (problemCount > problems.length) say.warn(`${number(problemCount - problems.length)} more could not be read.`);
  const left = passedOver.filter((file) => !file.endsWith("stats.json"));
  if (left.length > 0) say.note(`Not read, since they hold no records: ${plain(shortList(left))}.`);
  say.line(`${project}: ${countWords(preview)}`);
}

function countWords({ counts, problemCount }: ImportPreview): string {
  const parts = [
    [counts.new, "new"],
    [counts.changed, "changed"],
    [counts.conflict, "with a number that is taken"],
    [counts.same, "the same"],
    [problemCount, "unreadable"],
  ] as const;
  const told = parts.filter(([many]) => many > 0).map(([many, word]) => `${number(many)} ${word}`);
  return told.length === 0 ? "no records in these files." : `${told.join(", ")}.`;
}

const WORDS = {
  new: style.good("new         "),
  changed: style.odd("changed     "),
  conflict: style.bad("number taken"),
  same: "same        ",
} as const;

function sayRecord({ key, ref, title, state, changes, notes }: Previewed): void {
  const name = state === "conflict" && key !== ref ? `${key} → ${ref}` : ref;
  say.line(`${WORDS[state]}  ${plain(name)}  ${plain(title)}`);
  for (const change of changes) say.line(`                ${plain(changeWords(change))}`);
  for (const note of notes) say.line(`                ${style.odd(plain(note))}`);
}

function changeWords(change: Change): string {
  if (change.kind !== "list") {
    const [before, after] = firstDifference(change.before, change.after);
    return `${change.name}: ${shown(before)} → ${shown(after)}`;
  }
  const parts = [
    ...change.added.map((one) => `+ ${shown(one)}`),
    ...change.removed.map((one) => `- ${shown(one)}`),
    ...(change.reordered ? ["in another order"] : []),
  ];
  return `${change.name}: ${parts.join(", ")}`;
}

/** The first line that differs: long texts mostly begin alike. */
function firstDifference(before: string, after: string): [before: string, after: string] {
  const [old, next] = [before.split("\n"), after.split("\n")];
  const at = next.findIndex((line, index) => line !== old[index]);
  return at < 0 ? [old[next.length] ?? "", ""] : [old[at] ?? "", next[at] ?? ""];
}

const MOST_SHOWN = 120;

function shown(text: string): string {
  if (text === "") return "(nothing)";
  return text.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}…` : text;
}

/** One line that does not steer the terminal. */
function plain(text: string): string {
  return withoutControls(text).replace(/\s+/g, " ");
}

function sayExtras({ config, files, telemetry }: ImportPreview): void {
  if (config && config.changes.length > 0) {
    say.line(
      config.mayTake
        ? "The thresholds of config.toml become a new version of the policy:"
        : "The thresholds of config.toml differ. They stay as they are: this key may not change the policy.",
    );
    for (const change of config.changes) say.line(`                ${plain(changeWords(change))}`);
  }
  if (files?.state === "new") say.line(`The index of ${count(files.files, "file")} is stored.`);
  if (files?.state === "changed")
    say.line(`The index of ${count(files.files, "file")} is left out: the project has one of its own.`);
  if (telemetry) say.line(`${count(telemetry.prunes, "prune run")} of TELEMETRY.jsonl: read, and not added.`);
}

const KINDS = {
  decision: ["decision", "decisions"],
  failure: ["failure", "failures"],
  constraint: ["constraint", "constraints"],
  preference: ["preference", "preferences"],
  summary: ["summary", "summaries"],
  handoff: ["handoff", "handoffs"],
} as const satisfies Record<keyof Imported["written"], readonly [string, string]>;

/** What was written. */
export function sayImported({ written, skipped, config, files, notes }: Imported): void {
  const kinds = Object.entries(written).flatMap(([kind, many]) => {
    const [one, more] = KINDS[kind as keyof typeof KINDS]; // keys of the record that the server answers
    return many > 0 ? [count(many, one, more)] : [];
  });
  const parts = [
    ...kinds,
    ...(files > 0 ? [`the index of ${count(files, "file")}`] : []),
    ...(config ? ["the thresholds"] : []),
  ];
  say.line(parts.length > 0 ? `Imported: ${parts.join(", ")}.` : "Nothing had to be written.");
  if (skipped > 0) say.line(`${number(skipped)} left out.`);
  for (const note of notes) say.warn(plain(note));
}
