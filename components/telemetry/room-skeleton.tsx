import { ChartSkeleton } from "../charts/chart-frame";
import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell, SheetGrid } from "../ui/sheet";
import { Skeleton } from "../ui/states";

/** A page of agents or skills before its numbers. */
export function RoomSkeleton({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title}>
        <div className="pb-3 max-md:px-3.5">
          <Skeleton className="h-control max-w-[420px]" label="Loading filters" />
        </div>
      </PageHead>
      <Sheet>
        <SheetGrid>
          <SheetCell>
            <ChartSkeleton rows={8} label={`Loading ${title.toLowerCase()}`} />
          </SheetCell>
        </SheetGrid>
      </Sheet>
    </>
  );
}
