"use client";

import { TOOL_CLASSES, type ToolClass } from "@/server/core/events/kinds";
import { CLASS_WORDS, numberField } from "@/server/core/policy/fields";
import { useDraft } from "./draft";
import { NumberInput } from "./number-field";
import { PolicySection, ScrollRegion } from "./parts";

const COLUMNS = [
  { of: (name: ToolClass) => `tail.${name}.tokens`, width: "w-[86px]" },
  { of: (name: ToolClass) => `tail.${name}.turns`, width: "w-[64px]" },
  { of: (name: ToolClass) => `callTail.${name}.tokens`, width: "w-[86px]" },
  { of: (name: ToolClass) => `callTail.${name}.turns`, width: "w-[64px]" },
  { of: (name: ToolClass) => `referenceAfterTurns.${name}`, width: "w-[72px]" },
] as const;

/** How long each class of tools stays untouched: both ages must be passed. */
export function WindowsSection() {
  const { changes, problems } = useDraft();
  const changed = changes.filter(({ section }) => section === "windows").length;
  const isOpen = changed > 0 || problems.some(({ field }) => /^(tail|callTail|referenceAfterTurns)\./.test(field));
  const summary = `${TOOL_CLASSES.length} classes of tools${changed > 0 ? `, ${changed} changed` : ""}`;
  return (
    <PolicySection
      id="policy-windows"
      title="How long results stay"
      lead="A result or an argument is too young to judge until as many tokens and as many turns came after it. An empty field means never."
      folded={{ summary, open: isOpen }}
    >
      <ScrollRegion label="Windows by class, scrolls sideways">
        <table className="w-full min-w-[560px] border-collapse">
          <thead>
            <tr className="text-left text-xs text-ink-3">
              <th scope="col" rowSpan={2} className="border-b border-line-strong py-1.5 pr-2 align-bottom font-normal">
                Class
              </th>
              <th scope="colgroup" colSpan={2} className="px-1.5 pt-1.5 font-normal">
                Results stay
              </th>
              <th scope="colgroup" colSpan={2} className="px-1.5 pt-1.5 font-normal">
                Arguments stay
              </th>
              <th
                scope="col"
                rowSpan={2}
                className="border-b border-line-strong px-1.5 py-1.5 align-bottom font-normal"
              >
                Marker after
              </th>
            </tr>
            <tr className="text-left text-2xs text-ink-3">
              {["tokens", "turns", "tokens", "turns"].map((unit, index) => (
                <th
                  key={`${index < 2 ? "results" : "arguments"} ${unit}`}
                  scope="col"
                  className="border-b border-line-strong px-1.5 pb-1 font-normal"
                >
                  {unit}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {TOOL_CLASSES.map((name) => (
              <ClassRow key={name} name={name} />
            ))}
          </tbody>
        </table>
      </ScrollRegion>
    </PolicySection>
  );
}

function ClassRow({ name }: { name: ToolClass }) {
  const { problemOf } = useDraft();
  const paths = COLUMNS.map(({ of }) => of(name));
  const errors = paths.flatMap((path) => problemOf(path) ?? []);
  return (
    <tr className="border-b border-line last:border-b-0">
      <th scope="row" className="py-1 pr-2 text-left font-medium">
        {CLASS_WORDS[name]}
        {errors.length > 0 ? (
          <span role="alert" className="block max-w-[220px] text-2xs font-normal text-danger">
            {errors[0]}
          </span>
        ) : null}
      </th>
      {COLUMNS.map(({ of, width }) => {
        const field = numberField(of(name));
        return (
          <td key={of("other")} className="px-1.5 py-1 align-top">
            <span className={`block ${width}`}>
              {field ? <NumberInput field={field} label={field.label} placeholder="never" /> : null}
            </span>
            <Was path={of(name)} />
          </td>
        );
      })}
    </tr>
  );
}

function Was({ path }: { path: string }) {
  const change = useDraft().changeOf(path);
  return change ? <span className="block text-right text-2xs text-info">was {change.from?.split(" ")[0]}</span> : null;
}
