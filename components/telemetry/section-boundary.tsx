"use client";

import { useRouter } from "next/navigation";
import { Component, type ReactNode, useTransition } from "react";
import { ErrorState } from "../ui/states";

type SectionBoundaryProps = {
  /** What could not be shown: "Noise by hour and weekday". */
  what: string;
  children: ReactNode;
};

/** A chart that fails takes nothing else with it: it says so in its place, and can be asked for again. */
export function SectionBoundary({ what, children }: SectionBoundaryProps) {
  const router = useRouter();
  const [isRetrying, startRetry] = useTransition();
  return (
    <Catch
      fallback={(error, reset) => (
        <>
          <h2 className="mb-3">{what}</h2>
          <ErrorState
            reference={error.digest}
            onRetry={() =>
              startRetry(() => {
                router.refresh();
                reset();
              })
            }
          >
            {isRetrying ? "Loading it again." : "This chart could not be loaded. The rest of the page is complete."}
          </ErrorState>
        </>
      )}
    >
      {children}
    </Catch>
  );
}

type ServerError = Error & { digest?: string };
type CatchProps = { fallback: (error: ServerError, reset: () => void) => ReactNode; children: ReactNode };

/** React catches errors of a part only by a class. */
class Catch extends Component<CatchProps, { error: ServerError | null }> {
  override state: { error: ServerError | null } = { error: null };

  static getDerivedStateFromError(error: ServerError) {
    // Sign-in, not found and forbidden travel as errors too, and belong to the router.
    if (error.digest?.startsWith("NEXT_")) throw error;
    return { error };
  }

  override render(): ReactNode {
    const { error } = this.state;
    return error ? this.props.fallback(error, () => this.setState({ error: null })) : this.props.children;
  }
}
