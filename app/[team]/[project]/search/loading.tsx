import { PageHead } from "@/components/ui/page-head";
import { Sheet } from "@/components/ui/sheet";
import { Skeleton } from "@/components/ui/states";

export default function Loading() {
  return (
    <>
      <PageHead title="Search" />
      <Sheet>
        <Skeleton lines={10} className="m-4 h-4" label="Searching" />
      </Sheet>
    </>
  );
}
