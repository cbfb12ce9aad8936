import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/states";

/** The shape of what comes, so that nothing jumps when it is there. */
export default function Loading() {
  return (
    <>
      <PageHead title="Sessions" />
      <Sheet>
        <div className="grid min-h-[60dvh] content-start gap-6 p-4" aria-busy="true">
          <Skeleton className="h-7" label="Loading sessions" />
          <Skeleton lines={12} className="h-5" label="Loading rows" />
        </div>
      </Sheet>
    </>
  );
}
