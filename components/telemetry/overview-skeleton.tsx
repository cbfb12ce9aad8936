import { ChartSkeleton } from "../charts/chart-frame";
import { KeyFigure, KeyFigures } from "../ui/key-figure";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { Skeleton } from "../ui/states";

const FIGURES = ["Tokens added", "Proven noise", "Idle", "Carried noise", "Could be saved", "Saved by pruning"];

/** The overview before its numbers: every part has the height that it will have. */
export function OverviewSkeleton() {
  return (
    <>
      <PageHead title="Overview">
        <div className="pb-3 max-md:px-3.5">
          <Skeleton className="h-control max-w-[420px]" label="Loading filters" />
        </div>
      </PageHead>
      <Sheet>
        <div className="border-b border-line px-3.5 pt-3.5 pb-3 md:px-4">
          <Skeleton lines={2} className="h-[30px]" label="Loading where tokens went" />
        </div>
        <KeyFigures label="Key figures" columns={6}>
          {FIGURES.map((label) => (
            <KeyFigure key={label} label={label} figure="" loading />
          ))}
        </KeyFigures>
        <SheetGrid>
          <SheetCell span={8}>
            <Skeleton className="h-[330px]" label="Loading the trend" />
          </SheetCell>
          <SheetCell span={4} className="lg:min-h-[456px]">
            <Skeleton lines={6} className="h-3" label="Loading findings" />
          </SheetCell>
          <SheetCell span={6} tablet={6}>
            <ChartSkeleton rows={7} label="Loading agents" />
          </SheetCell>
          <SheetCell span={6} tablet={6}>
            <ChartSkeleton rows={7} label="Loading skills" />
          </SheetCell>
        </SheetGrid>
      </Sheet>
    </>
  );
}
