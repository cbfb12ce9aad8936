import { STAGES } from "../events/kinds";
import type { PrunePolicy } from "../prune/model";
import {
  CHOICE_FIELDS,
  type ChoiceField,
  NUMBER_FIELDS,
  type NumberField,
  type PolicySection,
  SWITCHES,
} from "./fields";
import { choiceAt, isSwitchedOn, numberAt } from "./numbers";
import { valueWords } from "./words";

/** One difference between two policies, in words. */
export interface PolicyChange {
  /** The place: a path of the table of fields, or `protectedPaths`, `stages.plan.load`, … */
  readonly path: string;
  readonly section: PolicySection;
  readonly label: string;
  /** Null where there was nothing. */
  readonly from: string | null;
  /** Null where nothing is left. */
  readonly to: string | null;
}

const PRESET_WORDS: Readonly<Record<PrunePolicy["preset"], string>> = {
  strict: "Strict",
  loose: "Loose",
  seed: "Seed",
};

/** What differs, in the order of the page; empty for equal policies whatever their versions. */
export function policyChanges(before: PrunePolicy, after: PrunePolicy): PolicyChange[] {
  return [
    ...textChange("preset", "preset", "Preset", PRESET_WORDS[before.preset], PRESET_WORDS[after.preset]),
    ...SWITCHES.flatMap(({ path, section, label, off }) =>
      textChange(path, section, label, onOff(before, path, off), onOff(after, path, off)),
    ),
    ...NUMBER_FIELDS.flatMap((field) => numberChange(before, after, field)),
    ...CHOICE_FIELDS.flatMap((field) =>
      textChange(field.path, field.section, field.label, chosenWord(before, field), chosenWord(after, field)),
    ),
    ...rowChanges("protectedPaths", "Protected file", before.protectedPaths, after.protectedPaths),
    ...rowChanges("protectedTools", "Protected tool", before.protectedTools, after.protectedTools),
    ...listChanges("pinPhrases", "protected", "Phrase that pins", before.pinPhrases, after.pinPhrases),
    ...STAGES.flatMap((stage) => [
      ...listChanges(
        `stages.${stage}.load`,
        "stages",
        `Stage ${stage} loads`,
        before.stages[stage].load,
        after.stages[stage].load,
      ),
      ...listChanges(
        `stages.${stage}.defer`,
        "stages",
        `Stage ${stage} lets wait`,
        before.stages[stage].defer,
        after.stages[stage].defer,
      ),
    ]),
  ];
}

/** "Idle after: 10 turns → 8 turns", "Protected file added: docs/** (…)". */
export function changeWords({ label, from, to }: PolicyChange): string {
  if (from === null) return `${label} added: ${to}`;
  return to === null ? `${label} removed: ${from}` : `${label}: ${from} → ${to}`;
}

function textChange(path: string, section: PolicySection, label: string, from: string, to: string): PolicyChange[] {
  return from === to ? [] : [{ path, section, label, from, to }];
}

function onOff(policy: PrunePolicy, path: (typeof SWITCHES)[number]["path"], off: string): string {
  return isSwitchedOn(policy, path) ? "on" : off;
}

function chosenWord(policy: PrunePolicy, { path, options }: ChoiceField): string {
  const value = choiceAt(policy, path);
  return options.find((option) => option.value === value)?.word ?? String(value);
}

/** The numbers of a part that was switched are told by its switch alone; an entry by class may come and go. */
function numberChange(before: PrunePolicy, after: PrunePolicy, field: NumberField): PolicyChange[] {
  const from = numberAt(before, field.path);
  const to = numberAt(after, field.path);
  const { path, section, label, unit } = field;
  if (from === to || SWITCHES.some((part) => path.startsWith(`${part.path}.`) && (from === null || to === null)))
    return [];
  const words = (value: number | null) => (value === null ? "never" : valueWords(unit, value));
  return [{ path, section, label, from: words(from), to: words(to) }];
}

type Row = { readonly pattern: string; readonly reason: string };

function rowChanges(path: string, label: string, before: readonly Row[], after: readonly Row[]): PolicyChange[] {
  const words = ({ pattern, reason }: Row) => `${pattern} (${reason})`;
  return listChanges(path, "protected", label, before.map(words), after.map(words));
}

function listChanges(
  path: string,
  section: PolicySection,
  label: string,
  before: readonly string[],
  after: readonly string[],
): PolicyChange[] {
  const gone = before.filter((entry) => !after.includes(entry));
  const added = after.filter((entry) => !before.includes(entry));
  return [
    ...gone.map((entry) => ({ path, section, label, from: entry, to: null })),
    ...added.map((entry) => ({ path, section, label, from: null, to: entry })),
  ];
}
