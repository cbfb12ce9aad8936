import {
  BREAKDOWN_DIMENSIONS,
  type BreakdownDimension,
  TARGET_KINDS,
  type TargetKind,
} from "@/server/core/telemetry/insight-views";

/** Which tab each chart of the overview shows; a type and not an interface, so that it is a query as it stands. */
export type OverviewTabs = { by: BreakdownDimension; again: TargetKind };

/** What the address says; anything else is the first tab. */
export function readTabs(params: URLSearchParams): OverviewTabs {
  return {
    by: BREAKDOWN_DIMENSIONS.find((by) => by === params.get("by")) ?? "client",
    again: TARGET_KINDS.find((kind) => kind === params.get("again")) ?? "file",
  };
}

/** The part of the address that keeps the tabs; the first tabs are left out, so that equal pages have equal addresses. */
export function tabsQuery({ by, again }: OverviewTabs): Record<string, string> {
  return { ...(by === "client" ? {} : { by }), ...(again === "file" ? {} : { again }) };
}
