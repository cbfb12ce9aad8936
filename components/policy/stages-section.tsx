"use client";

import { X } from "lucide-react";
import { STAGES, type Stage } from "@/server/core/events/kinds";
import { CATEGORIES } from "@/server/core/filter/categories";
import type { Base } from "../telemetry/links";
import { settleEarly } from "../ui/early-input";
import { FieldMessage, INPUT_CLASSES } from "../ui/field";
import { CatalogueList } from "./catalogue-list";
import { fieldId, useDraft } from "./draft";
import { PolicySection, ScrollRegion } from "./parts";
import { RemovableChip } from "./removable-chip";

/** Which categories of rules and skills each stage loads, and which wait until they are asked for. */
export function StagesSection({ base }: { base: Base }) {
  return (
    <PolicySection
      id="policy-stages"
      title="What loads at each stage"
      lead="By category of the project's rules and skills. What stands in neither column loads when it is needed."
    >
      <ScrollRegion label="Stages, scrolls sideways">
        <table className="w-full min-w-[520px] border-collapse">
          <thead>
            <tr className="text-left text-xs text-ink-3">
              {["Stage", "Load now", "Wait"].map((head) => (
                <th key={head} scope="col" className="border-b border-line-strong py-1.5 pr-3 font-normal">
                  {head}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {STAGES.map((stage) => (
              <tr key={stage} className="border-b border-line align-top last:border-b-0">
                <th scope="row" className="py-2 pr-3 text-left font-medium whitespace-nowrap">
                  {stage}
                </th>
                <td className="py-1.5 pr-3">
                  <Categories stage={stage} side="load" />
                </td>
                <td className="py-1.5">
                  <Categories stage={stage} side="defer" />
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </ScrollRegion>
      <CatalogueList base={base} />
    </PolicySection>
  );
}

const SIDE_WORDS = { load: "loads", defer: "lets wait" } as const;

function Categories({ stage, side }: { stage: Stage; side: "load" | "defer" }) {
  const { policy, saved, denied, change, problemOf } = useDraft();
  const { load, defer } = policy.stages[stage];
  const names = side === "load" ? load : defer;
  const free = CATEGORIES.filter((name) => !load.includes(name) && !defer.includes(name));
  const id = fieldId(`stages.${stage}.${side}`);
  const set = (next: readonly string[]) =>
    change((current) => ({
      ...current,
      stages: { ...current.stages, [stage]: { ...current.stages[stage], [side]: next } },
    }));
  return (
    <div className="flex flex-wrap items-center gap-1.5">
      {names.map((entry) => (
        <RemovableChip
          key={entry}
          label={entry}
          isNew={!saved.stages[stage][side].includes(entry)}
          denied={denied}
          onRemove={() => set(names.filter((other) => other !== entry))}
          icon={<X aria-hidden />}
        />
      ))}
      {denied === null && free.length > 0 ? (
        <select
          ref={settleEarly}
          id={id}
          aria-label={`Add a category that stage ${stage} ${SIDE_WORDS[side]}`}
          value=""
          onChange={(event) => set([...names, event.currentTarget.value])}
          className={`${INPUT_CLASSES} h-6! w-[64px]! appearance-none text-xs! text-ink-3! pointer-coarse:h-9!`}
        >
          <option value="">add …</option>
          {free.map((name) => (
            <option key={name} value={name}>
              {name}
            </option>
          ))}
        </select>
      ) : null}
      <FieldMessage id={id} error={problemOf(`stages.${stage}.${side}`)} />
    </div>
  );
}
