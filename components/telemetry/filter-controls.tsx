import { DIMENSIONS, RANGE_PRESETS, type TelemetryFilter, withChange } from "@/server/core/telemetry/filter";
import type { Facets, Overview } from "@/server/core/telemetry/overview-view";
import { FilterBar, FilterChip, SegmentedControl } from "../ui/filters";
import { AddFilter, type FilterChoice } from "./add-filter";
import { RangePicker } from "./range-picker";
import { DIMENSION_WORD, PRESET_WORD, previousWords, rangeWords, valueWord } from "./words";

type FilterControlsProps = {
  filter: TelemetryFilter;
  range: Overview["range"];
  timeZone: string;
  /** The page's own address with another filter. */
  hrefOf: (filter: TelemetryFilter) => string;
  /** What can be chosen; the menu is left out until it is known. */
  facets: Facets | null;
  /** The page compares with the period before. */
  compares?: boolean;
};

/** The filter object of the page, as it stands in the URL: time range, one chip a dimension, a menu for more. */
export function FilterControls({ filter, range, timeZone, hrefOf, facets, compares }: FilterControlsProps) {
  const chosen = DIMENSIONS.filter((dimension) => filter[dimension].length > 0);
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
      {facets ? <AddFilter choices={choicesOf(filter, facets, hrefOf)} /> : null}
    </FilterBar>
  );
}

function choicesOf(filter: TelemetryFilter, facets: Facets, hrefOf: FilterControlsProps["hrefOf"]): FilterChoice[] {
  return DIMENSIONS.map((dimension) => ({
    key: dimension,
    word: DIMENSION_WORD[dimension],
    values: facets[dimension].map(({ value, tokens }) => {
      const current: readonly string[] = filter[dimension];
      const isChosen = current.includes(value);
      const next = isChosen ? current.filter((other) => other !== value) : [...current, value];
      return {
        value,
        word: valueWord(dimension, value),
        tokens,
        isChosen,
        // The values come from the same dimension, so the change is one that the filter accepts.
        href: hrefOf(withChange(filter, { [dimension]: next })),
      };
    }),
  })).filter((choice) => choice.values.length > 0);
}
