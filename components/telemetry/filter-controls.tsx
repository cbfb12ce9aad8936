import type { ReactNode } from "react";
import { DIMENSIONS, RANGE_PRESETS, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import { FilterBar, FilterChip, SegmentedControl } from "../ui/filters";
import { AddFilter, type AddFilterProps } from "./add-filter";
import { RangePicker } from "./range-picker";
import { DIMENSION_WORD, PRESET_WORD, previousWords, rangeWords, valueWord } from "./words";

type FilterControlsProps = {
  filter: TelemetryFilter;
  range: Overview["range"];
  timeZone: string;
  /** The page's own address with another filter. */
  hrefOf: (filter: TelemetryFilter) => string;
  /** Where the links of the filter menu lead. */
  menu: Omit<AddFilterProps, "filter">;
  /** The page compares with the period before. */
  compares?: boolean;
  /** Chips of what only this page can filter by. */
  children?: ReactNode;
};

/** The filter object of the page, as it stands in the URL: time range, one chip a dimension, a menu for more. */
export function FilterControls({ filter, range, timeZone, hrefOf, menu, compares, children }: FilterControlsProps) {
  const chosen = DIMENSIONS.filter((dimension) => filter[dimension].length > 0 && dimension !== menu.without);
  return (
    <FilterBar>
      <SegmentedControl
        label="Time range"
        current={range.preset ?? ""}
        segments={RANGE_PRESETS.map((preset) => ({
          key: preset,
          label: PRESET_WORD[preset],
          href: hrefOf(withChange(filter, { range: preset })),
        }))}
      />
      <RangePicker
        words={rangeWords(range, timeZone)}
        compared={compares && range.previous ? `vs ${previousWords(range)}` : null}
        from={range.from.slice(0, 10)}
        to={range.to.slice(0, 10)}
        timeZone={timeZone}
        hrefWithoutRange={hrefOf({ ...filter, range: null, from: null, to: null })}
      />
      {chosen.map((dimension) => (
        <FilterChip
          key={dimension}
          field={DIMENSION_WORD[dimension]}
          operator="is"
          value={filter[dimension].map((value) => valueWord(dimension, value)).join(", ")}
          removeHref={hrefOf(withChange(filter, { [dimension]: [] }))}
        />
      ))}
      {filter.target.length > 0 ? (
        <FilterChip
          field="File or command"
          operator="is"
          value={filter.target.join(", ")}
          removeHref={hrefOf(withChange(filter, { target: [] }))}
        />
      ) : null}
      {children}
      <AddFilter {...menu} filter={filter} />
    </FilterBar>
  );
}
