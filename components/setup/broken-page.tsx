"use client";

import { PageHead } from "../ui/page-head";
import { Sheet } from "../ui/sheet";
import { ErrorState } from "../ui/states";

type BrokenPageProps = { error: Error & { digest?: string }; reset: () => void };

/** A page that failed on the server. Its reason stands in the log under the reference, and never on the screen. */
export function BrokenPage({ error, reset }: BrokenPageProps) {
  return (
    <>
      <PageHead title="This page could not be made" />
      <Sheet>
        <ErrorState onRetry={reset} reference={error.digest}>
          The server could not read what this page shows. Try again; if it stays, check that the database runs.
        </ErrorState>
      </Sheet>
    </>
  );
}
