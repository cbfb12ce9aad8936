import { SegmentedControl } from "../ui/filters";

type ChartTabsProps = {
  label: string;
  current: string;
  tabs: readonly { key: string; label: string; href: string }[];
};

/** Views of one chart, each a link; they scroll sideways where the cell is narrow. */
export function ChartTabs({ label, current, tabs }: ChartTabsProps) {
  return (
    <div className="no-scrollbar relative -mx-1 mb-3 overflow-x-auto px-1 py-0.5">
      <SegmentedControl label={label} current={current} segments={tabs} />
    </div>
  );
}
