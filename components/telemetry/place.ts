import type { TelemetryFilter } from "@/server/core/telemetry/filter";
import type { Overview } from "@/server/core/telemetry/overview-view";
import type { PictureOf } from "../charts/chart-frame";
import { type Base, projectHref } from "./links";
import { scopeWords } from "./words";

/** The project whose figures are shown: where its pages are, and what people call it. */
export type Place = { base: Base; names: { team: string; project: string } };

/** What every answer of the telemetry room says of itself. */
export type Asked = { filter: TelemetryFilter; range: Overview["range"]; timeZone: string };

/** The unit of all charts of tokens. */
export const TOKENS_ESTIMATED = "tokens, estimated from text length";

export function pictureOf({ names }: Place, asked: Asked): PictureOf {
  return { range: scopeWords(asked), source: `${names.team}, ${names.project} · Context Steward` };
}

/** Where a page of the project is: team, project, and the list that it belongs to. */
export function crumbsOf({ base, names }: Place, ...more: { label: string; href: string }[]) {
  return [
    { label: names.team, href: `/${encodeURIComponent(base.team)}` },
    { label: names.project, href: projectHref(base) },
    ...more,
  ];
}
