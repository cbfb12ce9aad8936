import { PageHead } from "../ui/page-head";
import { Sheet, SheetCell } from "../ui/sheet";
import { Skeleton } from "../ui/states";

/** A settings page before its fields are there. */
export function LoadingSettings({ title }: { title: string }) {
  return (
    <>
      <PageHead title={title} />
      <Sheet>
        <SheetCell>
          <Skeleton lines={6} label={`${title}, loading`} />
        </SheetCell>
      </Sheet>
    </>
  );
}
