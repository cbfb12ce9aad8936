import type { ReactNode } from "react";
import { Button } from "../ui/button";
import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { EmptyState } from "../ui/states";

type RefusedPageProps = { title: string; children: ReactNode };

/** A page inside the frame that cannot be shown: what is the matter, and the way out. */
export function RefusedPage({ title, children }: RefusedPageProps) {
  return (
    <>
      <PageHead title={title} />
      <Sheet>
        <EmptyState action={<Button href="/">To your projects</Button>}>{children}</EmptyState>
      </Sheet>
    </>
  );
}
