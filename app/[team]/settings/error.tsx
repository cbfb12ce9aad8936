"use client";

import { BrokenPage } from "@/components/setup/broken-page";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage({ error, reset }: Props) {
  return <BrokenPage error={error} reset={reset} />;
}
