"use client";

import { AuthShell } from "@/components/shell/auth-shell";
import { ErrorState } from "@/components/ui/states";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Outside a team: the sign-in pages, or a team that could not be read. */
export default function ErrorPage({ error, reset }: Props) {
  return (
    <AuthShell title="This page could not be made">
      <ErrorState onRetry={reset} reference={error.digest}>
        The server could not read what this page shows. Try again; if it stays, check that the database runs.
      </ErrorState>
    </AuthShell>
  );
}
