import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { Skeleton } from "../ui/states";

const SECTIONS = ["Preset", "When to act", "When a plan changes the window", "What counts as noise"];

/** The page before its numbers are there. */
export function PolicySkeleton() {
  return (
    <>
      <PageHead title="Policy" />
      <Sheet>
        <div className="grid gap-px bg-line lg:grid-cols-[minmax(0,1.08fr)_minmax(0,0.92fr)]">
          <div className="bg-surface">
            {SECTIONS.map((title) => (
              <section key={title} className="border-b border-line px-3.5 py-4 md:px-5">
                <h2 className="mb-3">{title}</h2>
                <Skeleton lines={3} label={`${title}, loading`} />
              </section>
            ))}
          </div>
          <div className="bg-sunken px-3.5 py-4 md:px-5">
            <h2 className="mb-3">Effect on the last sessions</h2>
            <Skeleton lines={6} />
          </div>
        </div>
      </Sheet>
    </>
  );
}
