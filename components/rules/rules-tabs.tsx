import { type Base, projectHref } from "../telemetry/links";
import { SegmentedControl } from "../ui/filters";

export type RulesTab = "constraints" | "preferences" | "documents";

const TABS: readonly { key: RulesTab; label: string }[] = [
  { key: "constraints", label: "Constraints" },
  { key: "preferences", label: "Preferences" },
  { key: "documents", label: "Documents" },
];

export function documentsHref(base: Base, query: Readonly<Record<string, string>> = {}): string {
  const params = new URLSearchParams(query).toString();
  return `${projectHref(base)}/rules/documents${params === "" ? "" : `?${params}`}`;
}

/** The three kinds of what a project is told to keep to. */
export function RulesTabs({ base, current }: { base: Base; current: RulesTab }) {
  return (
    <div className="pb-3 max-md:px-3.5">
      <SegmentedControl
        label="Rules"
        current={current}
        segments={TABS.map(({ key, label }) => ({ key, label, href: `${projectHref(base)}/rules/${key}` }))}
      />
    </div>
  );
}
