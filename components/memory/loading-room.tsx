import { MasterDetail } from "../ui/master-detail";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { Skeleton } from "../ui/states";

/** A room before its records are there; the panes already stand where they will. */
export function LoadingRoom({ title, ratio }: { title: string; ratio?: "narrow-list" | "wide-list" }) {
  return (
    <>
      <PageHead title={title} />
      <Sheet>
        <MasterDetail
          ratio={ratio}
          backHref="#main"
          backLabel={title}
          detailLabel="Loading"
          list={<Skeleton lines={10} className="p-4" label={`Loading ${title.toLowerCase()}`} />}
          detail={null}
          placeholder={<Skeleton lines={10} className="p-4" />}
        />
      </Sheet>
    </>
  );
}
