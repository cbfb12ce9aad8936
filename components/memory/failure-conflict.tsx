"use client";

import { useQuery } from "@tanstack/react-query";
import { failureFields } from "@/server/core/failures/shown-fields";
import type { FailureVersionView } from "@/server/core/failures/views";
import { useTRPC } from "../api/trpc";
import type { Base } from "../telemetry/links";
import { ConflictNotice, type ConflictNoticeProps } from "./conflict-notice";

type FailureConflictProps = { base: Base; number: number } & Omit<
  ConflictNoticeProps<FailureVersionView>,
  "newest" | "fieldsOf"
>;

/** A refused change of a failure, with what somebody else changed meanwhile. */
export function FailureConflict({ base, number, ...refused }: FailureConflictProps) {
  const trpc = useTRPC();
  const { data } = useQuery({ ...trpc.failures.get.queryOptions({ ...base, number }), staleTime: 0, gcTime: 0 });
  return <ConflictNotice {...refused} newest={data?.versions[0]} fieldsOf={failureFields} />;
}
